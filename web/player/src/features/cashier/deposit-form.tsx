import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import type { PayMethod } from '@shared/api/wire'
import { fenOfText, formatShortFen } from '@shared/money'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { SelectField, TextField } from '../../ui/field'
import { openLater } from '../../ui/open-later'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { DepositChoice } from '../promo/deposit-choice'
import type { DepositPromotion } from '../promo/promo-queries'
import { type Channel, preInfoQuery } from './deposit-queries'
import { PayMarkPicture, payMarkOf } from './pay-mark'
import { QuickAmounts } from './quick-amounts'
import { ratesQuery } from './rate-queries'
import { coinFault, RateLine, rateOf } from './usdt-rate'
import { useCashierText } from './use-cashier-text'

interface Props {
  method: PayMethod
  channels: Channel[]
  /** The promotions a deposit may take part in, and the one the address names; '' is none. */
  promotions?: DepositPromotion[]
  wanted?: string
  /** The last deposit that was credited, 0: none. */
  lastFen?: number
  onStarted: (orderSn: string) => void
}

interface Form {
  amount: string
  payer: string
  bank: string
  type: string
  remark: string
  payAddress: string
  activity: string
}

const askSupport = async () => (await api.call('POST /v1/PubInterface/OnlineCustomSupportLink')).ResultMessage ?? ''

async function openSupport(missing: string): Promise<void> {
  const opened = await openLater(askSupport).catch(() => false)
  if (!opened) toast('error', missing)
}

const nothing: Form = { amount: '', payer: '', bank: '', type: '', remark: '', payAddress: '', activity: '' }

/** The mark of the channel; a name that does not say how it is paid has none. */
function ChannelMark({ name }: { name: string }) {
  const mark = payMarkOf(name)
  return mark && <PayMarkPicture of={mark} size={20} />
}

/** Why an amount cannot go through this channel, or undefined (DEP-06). */
export function amountFault(amount: string, channel: Channel): string | undefined {
  const broken = rules.broken(rules.depositAmount, amount)
  if (broken) return broken
  const fen = fenOfText(amount)
  if (fen < channel.minFen) return ruleText.below(formatShortFen(channel.minFen))
  if (channel.maxFen > 0 && fen > channel.maxFen) return ruleText.above(formatShortFen(channel.maxFen))
  return undefined
}

/** The form of one pay method: the method's flags say which inputs it has (DEP-01). */
export function DepositForm({ method, channels, promotions = [], wanted = '', lastFen, onStarted }: Props) {
  const text = useCashierText()
  const queries = useQueryClient()
  const [channelId, setChannelId] = useState(channels[0]?.id ?? 0)
  const channel = channels.find((c) => c.id === channelId) ?? channels[0]
  const form = useForm<Form>({
    defaultValues: {
      ...nothing,
      activity: promotions.some(({ id, over }) => !over && String(id) === wanted) ? wanted : '',
    },
  })
  const activity = form.watch('activity')
  const ended = promotions.some(({ id, over }) => over && String(id) === activity)
  useEffect(() => {
    if (ended) form.setValue('activity', '')
  }, [ended, form])
  const payWindow = useRef<Window | null>(null)
  const needsInfo = method.InputBankSelectDisplay || method.InputDepositDisplay
  const info = useQuery({ ...preInfoQuery(channel?.code ?? ''), enabled: needsInfo && channel !== undefined })
  const inCoins = method.InputVRateShwoDisplay
  const rates = useQuery({ ...ratesQuery, enabled: inCoins })
  const rate = inCoins && channel ? rateOf(rates.data ?? [], channel) : undefined
  // Only these styles have a page to open; every other way is paid from what the order shows.
  const mayOpenPage = channel?.style === 'Link' || channel?.style === 'Link_Open'
  const fault = (amount: string) =>
    (channel && amountFault(amount, channel)) ?? coinFault(amount, rate, text.outOfBounds)

  const start = useMutation({
    mutationFn: async (input: Form) =>
      (
        await api.call('POST /v1/Do/CallDepositPay', {
          payment_id: channel?.id ?? 0,
          amount: input.amount,
          deposit_remark: input.remark,
          deposit_bank_id: input.bank,
          deposit_type: input.type,
          deposit_name: input.payer,
          virtual_name: rate?.network ?? '',
          virtual_pay_address: input.payAddress,
          activity_id: input.activity,
          device_id: '1',
        })
      ).Data,
    onSuccess: (order) => {
      const opened = payWindow.current
      if ((order.style === 'Link' || order.style === 'Link_Open') && /^https?:\/\//.test(order.link)) {
        if (opened) {
          opened.opener = null
          opened.location.href = order.link
        }
      } else opened?.close()
      // A code is drawn and a message shown with the order; both prove that the order exists (DEP-05).
      if (order.style === 'Qr' || order.style === 'MSG') toast('success', text.orderCreated)
      form.reset(nothing)
      onStarted(order.order_sn)
    },
    onError: () => payWindow.current?.close(),
    // An order whose answer was lost may be in the records too.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['funding'] })
    },
  })
  useProcessing(start.isPending)
  if (!channel) return null

  const submit = form.handleSubmit((input) => {
    if (!start.isPending) start.mutate(input)
    else payWindow.current?.close()
  })
  // A refusal is about the sum and the promotion that were sent, and goes away with them.
  const sent = start.variables
  const refusal = sent?.amount === form.watch('amount') && sent.activity === activity ? start.error : null
  const { errors } = form.formState
  const limits = inCoins ? text.amountHintInCoins : method.InputNameDisplay ? text.amountHintByHand : text.amountHint
  return (
    <form
      noValidate
      className="max-w-xl space-y-1 px-5 py-6 h5:p-4"
      onSubmit={(event) => {
        // The window opens in the click itself; one opened after the answer would be blocked as a pop-up.
        const opens = mayOpenPage && !start.isPending && !fault(form.getValues('amount'))
        if (opens) payWindow.current = window.open('about:blank', '_blank')
        void submit(event)
      }}
    >
      <fieldset className="pb-4">
        <legend className="mb-1.5 text-sm text-soft">{text.channel}</legend>
        <div className="flex flex-wrap gap-2.5">
          {channels.map((option) => (
            <label
              key={option.id}
              className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border px-4 focus-within:outline-2 focus-within:outline-gold ${
                option.id === channel.id ? 'border-gold bg-gold/10 text-gold-soft' : 'border-line bg-raised'
              }`}
            >
              <input
                type="radio"
                name="channel"
                className="sr-only"
                checked={option.id === channel.id}
                onChange={() => setChannelId(option.id)}
              />
              <ChannelMark name={option.name} />
              {option.name}
            </label>
          ))}
        </div>
      </fieldset>
      {method.InputAmountDisplay && (
        <>
          <TextField
            {...form.register('amount', { validate: (amount) => fault(amount) ?? true })}
            label={text.amount}
            error={errors.amount?.message}
            hint={limits(formatShortFen(channel.minFen), formatShortFen(channel.maxFen))}
            inputMode="decimal"
            autoComplete="off"
            className="tabular text-xl font-semibold placeholder:text-base placeholder:font-normal"
            onInput={cleanInput(rules.withoutSpaces)}
          />
          <QuickAmounts
            range={method.AmountRange}
            channel={channel}
            lastFen={lastFen}
            onPick={(amount) => form.setValue('amount', amount, { shouldValidate: true })}
          />
          {inCoins && <RateLine rate={rate} amount={form.watch('amount')} />}
        </>
      )}
      <DepositChoice
        promotions={promotions}
        chosen={activity}
        fen={rules.broken(rules.depositAmount, form.watch('amount')) ? 0 : fenOfText(form.watch('amount'))}
        turnoverPercent={method.TurnoverPercent}
        field={form.register('activity')}
      />
      {method.InputNameDisplay && (
        <TextField
          {...form.register('payer', { validate: (name) => rules.broken(rules.personName, name.trim()) ?? true })}
          label={text.payer}
          error={errors.payer?.message}
          hint={text.payerHint}
          autoComplete="name"
        />
      )}
      {method.InputBankSelectDisplay && (
        <SelectField
          {...form.register('bank', { validate: (value) => rules.broken(rules.notEmpty, value) ?? true })}
          label={text.bank}
          error={errors.bank?.message ?? info.error?.message}
        >
          <option value="">{text.choose}</option>
          {info.data?.BankList.map((bank) => (
            <option key={bank.BankId} value={bank.BankId}>
              {bank.BankName}
            </option>
          ))}
        </SelectField>
      )}
      {method.InputDepositDisplay && (
        <SelectField
          {...form.register('type', { validate: (value) => rules.broken(rules.notEmpty, value) ?? true })}
          label={text.type}
          error={errors.type?.message ?? info.error?.message}
        >
          <option value="">{text.choose}</option>
          {info.data?.DepositType.map((type) => (
            <option key={type.TypeId} value={type.TypeId}>
              {type.Name}
            </option>
          ))}
        </SelectField>
      )}
      {method.InputVPayAddressDisplay && (
        <TextField
          {...form.register('payAddress', { validate: (value) => rules.broken(rules.coinAddress, value) ?? true })}
          label={text.payAddress}
          error={errors.payAddress?.message}
          hint={text.payAddressHint}
          autoComplete="off"
          spellCheck={false}
          onInput={cleanInput(rules.withoutSpaces)}
        />
      )}
      {method.InputRemarkDisplay && (
        <TextField {...form.register('remark')} label={text.remark} maxLength={100} autoComplete="off" />
      )}
      {method.InputChatDisplay && (
        <Button look="line" className="min-h-11 w-full" onClick={() => void openSupport(text.chatMissing)}>
          {text.chat}
        </Button>
      )}
      <p role="alert" className="min-h-6 text-sm text-loss">
        {refusal && messageOf(refusal)}
      </p>
      <Button type="submit" busy={start.isPending} className="min-h-12 w-full text-lg">
        {text.submitDeposit}
      </Button>
    </form>
  )
}
