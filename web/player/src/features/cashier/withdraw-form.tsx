import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { fenOfText, formatShortFen, yuanText } from '@shared/money'
import { loginInfo } from '@shared/session'
import * as rules from '@shared/validate'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { Dialog } from '../../ui/dialog'
import { PasswordField, TextField } from '../../ui/field'
import { groupsOfFour } from '../../ui/group-digits'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { useBalanceText } from '../../ui/own-balance'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { AmountBounds } from './amount-bounds'
import { FeeLine } from './fee-line'
import { Holds } from './holds'
import { SecondCode } from './second-code'
import { SheetRow } from './sheet-row'
import { useCashierText } from './use-cashier-text'
import { type Card, feeOf, termsKey, type WithdrawalTerms } from './withdraw-queries'
import { withdrawalFault } from './withdrawal-fault'

interface Props {
  terms: WithdrawalTerms
  /** undefined: not known yet, or not read. */
  cards: Card[] | undefined
  availableFen: number
  /** The order is stored under this number. */
  onAsked?: (orderSn: string) => void
}

interface Form {
  amount: string
  password: string
  code: string
}

/** The 400 of a bank withdrawal begins with these 15 characters, on this call only (D-06, WD-05). */
const prefix = 'WithdrawAction:'

export function withdrawFault(error: unknown): string {
  const message = messageOf(error)
  return error instanceof ApiError && error.status === 400 && message.startsWith(prefix)
    ? message.slice(prefix.length)
    : message
}

export function WithdrawForm({ terms, cards, availableFen, onAsked }: Props) {
  const text = useCashierText()
  const queries = useQueryClient()
  const balance = useBalanceText()
  const card = cards?.find((c) => c.isDefault) ?? cards?.[0]
  const [confirming, setConfirming] = useState<Form | null>(null)
  const form = useForm<Form>({ defaultValues: { amount: '', password: '', code: '' } })
  const withdraw = useMutation({
    mutationFn: (input: Form) =>
      api.call('POST /v1/Do/CallWithdrawAction', {
        playerName: loginInfo().PlayerName,
        playerBankId: card?.id ?? 0,
        withdrawAmount: input.amount,
        fee: yuanText(feeOf(terms.fee, fenOfText(input.amount))),
        ...(terms.asksPassword ? { withdrawPassword: input.password } : {}),
        ...(terms.asksCode ? { secondCode: input.code } : {}),
      }),
    onSuccess: (answer) => {
      if (onAsked && answer.OrderSn) onAsked(answer.OrderSn)
      else toast('success', answer.ResultMessage || text.withdrawn)
      form.reset()
    },
    onSettled: async () => {
      setConfirming(null)
      await Promise.all([balanceKey, termsKey, ['funding']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  useProcessing(withdraw.isPending)
  if (terms.needsName || !card) {
    return (
      <div className="space-y-4">
        <Holds terms={terms} />
        <p className="text-soft h5:text-balance">{terms.needsName ? text.needsName : cards && text.cardsEmpty}</p>
        {/* Without a card the empty place above leads to the binding page. */}
        {terms.needsName && (
          <Link to={paths.profile} className="btn btn-gold h5:min-h-11">
            {text.toProfile}
          </Link>
        )}
      </div>
    )
  }
  const { errors } = form.formState
  return (
    <form noValidate className="space-y-1" onSubmit={form.handleSubmit((input) => setConfirming(input))}>
      <Holds terms={terms} />
      <TextField
        {...form.register('amount', {
          validate: (amount) => withdrawalFault(amount, terms, availableFen) ?? true,
        })}
        label={text.withdrawAmount}
        error={errors.amount?.message}
        hint={text.available(balance(terms.availableFen))}
        placeholder={text.withdrawPlaceholder(formatShortFen(terms.minFen))}
        inputMode="decimal"
        autoComplete="off"
        className="tabular text-xl font-semibold placeholder:text-base placeholder:font-normal"
        onInput={cleanInput(rules.withoutSpaces)}
        aside={
          <Button
            look="line"
            className="min-h-11"
            onClick={() => form.setValue('amount', yuanText(terms.availableFen), { shouldValidate: true })}
          >
            {text.all}
          </Button>
        }
      />
      <AmountBounds terms={terms} />
      <FeeLine terms={terms} amount={form.watch('amount')} />
      <p className="pb-2 text-sm text-mute">{terms.expected || text.expectedUnknown}</p>
      {terms.asksPassword && (
        <PasswordField
          {...form.register('password', { validate: (value) => rules.broken(rules.password, value) ?? true })}
          label={text.withdrawPassword}
          error={errors.password?.message}
          autoComplete="off"
        />
      )}
      {terms.asksCode && <SecondCode field={form.register('code', { required: true })} broken={!!errors.code} />}
      <p role="alert" className="min-h-6 text-sm text-loss">
        {withdraw.error && withdrawFault(withdraw.error)}
      </p>
      <Button type="submit" busy={withdraw.isPending} className="min-h-12 w-full text-lg">
        {text.submitWithdrawal}
      </Button>
      {confirming && (
        <Dialog title={text.confirmTitle} locked={withdraw.isPending} onClose={() => setConfirming(null)}>
          <dl className="mb-3 divide-y divide-line rounded-lg border border-line">
            <SheetRow label={text.confirmAmount}>
              <Money fen={fenOfText(confirming.amount)} className="text-lg font-semibold text-gold" />
            </SheetRow>
            <SheetRow label={text.confirmFee}>
              {feeOf(terms.fee, fenOfText(confirming.amount)) === 0 ? (
                text.fee
              ) : (
                <Money fen={feeOf(terms.fee, fenOfText(confirming.amount))} />
              )}
            </SheetRow>
            {feeOf(terms.fee, fenOfText(confirming.amount)) > 0 && (
              <>
                <SheetRow label={text.arrives}>
                  <Money fen={fenOfText(confirming.amount)} />
                </SheetRow>
                <SheetRow label={text.taken}>
                  <Money fen={fenOfText(confirming.amount) + feeOf(terms.fee, fenOfText(confirming.amount))} />
                </SheetRow>
              </>
            )}
            <SheetRow label={text.confirmCard}>
              {card.bank} {groupsOfFour(card.number)}
            </SheetRow>
            {terms.expected && (
              <SheetRow label={text.expected}>
                <span className="text-sm text-soft">{terms.expected}</span>
              </SheetRow>
            )}
          </dl>
          <div className="dialog-end">
            <Button className="min-h-12 w-full" busy={withdraw.isPending} onClick={() => withdraw.mutate(confirming)}>
              {text.confirmAction}
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  )
}
