import { messageOf } from '@shared/api/api-error'
import { balanceKey } from '@shared/api/queries'
import { fenOfText, formatShortFen, yuanText } from '@shared/money'
import { coinText, listedAddress, paidCoinCents } from '@shared/usdt'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { TextField } from '../../ui/field'
import { useBalanceText } from '../../ui/own-balance'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { AmountBounds } from './amount-bounds'
import { FeeLine } from './fee-line'
import { Holds } from './holds'
import { askQuote, type CoinAddress, centreBalance, type Quote } from './usdt-queries'
import { QuoteDialog } from './usdt-quote-dialog'
import { useCashierText } from './use-cashier-text'
import { useUsdtText } from './use-usdt-text'
import { termsKey, type WithdrawalTerms } from './withdraw-queries'
import { withdrawalFault } from './withdrawal-fault'

interface Props {
  terms: WithdrawalTerms
  address: CoinAddress
  availableFen: number
  /** The order is stored under this number. */
  onAsked?: (orderSn: string) => void
}

/** The amount does not fit the wallet as it is now. */
class OverBalance extends Error {}

/** Asks for the amount, then for what it comes to in coins, and shows that to be confirmed (WD-04, WD-06). */
export function UsdtForm({ terms, address, availableFen, onAsked }: Props) {
  const cashier = useCashierText()
  const text = useUsdtText()
  const queries = useQueryClient()
  const balance = useBalanceText()
  const [quote, setQuote] = useState<Quote | null>(null)
  const form = useForm<{ amount: string }>({ defaultValues: { amount: '' } })
  const ask = useMutation({
    mutationFn: async (amount: string) => {
      const centreFen = await centreBalance()
      if (fenOfText(amount) > centreFen) throw new OverBalance(ruleText.overBalance)
      return askQuote(address.id, amount)
    },
    onSuccess: setQuote,
    onError: (error) => {
      if (!(error instanceof OverBalance)) return toast('info', messageOf(error))
      form.setError('amount', { message: error.message }, { shouldFocus: true })
      void queries.invalidateQueries({ queryKey: balanceKey })
    },
  })
  useProcessing(ask.isPending)
  const { errors } = form.formState
  const payout = terms.payouts.find(({ network }) => network === address.network)
  return (
    <>
      <form
        noValidate
        className="space-y-1"
        onSubmit={form.handleSubmit(({ amount }) => !ask.isPending && ask.mutate(amount))}
      >
        <Holds terms={terms} />
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg bg-deep px-4 py-2 text-sm">
          <span className="text-mute">{text.to}</span>
          <span className="font-semibold">{text.tag(address.network)}</span>
          <span className="tabular text-soft">{listedAddress(address.address)}</span>
        </p>
        <div className="pt-3">
          <TextField
            {...form.register('amount', {
              validate: (amount) => withdrawalFault(amount, terms, availableFen) ?? true,
            })}
            label={text.amount}
            error={errors.amount?.message}
            hint={cashier.available(balance(terms.availableFen))}
            placeholder={cashier.withdrawPlaceholder(formatShortFen(terms.minFen))}
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
                {cashier.all}
              </Button>
            }
          />
        </div>
        <AmountBounds terms={terms} />
        <FeeLine terms={terms} amount={form.watch('amount')} />
        <PayoutRate payout={payout} amount={form.watch('amount')} />
        <p role="alert" className="min-h-6 text-sm text-loss">
          {ask.error && !(ask.error instanceof OverBalance) && messageOf(ask.error)}
        </p>
        <Button type="submit" busy={ask.isPending} className="min-h-12 w-full text-lg">
          {text.submitWithdrawal}
        </Button>
      </form>
      {quote && (
        <QuoteDialog
          quote={quote}
          asksCode={terms.asksCode}
          expected={payout?.expected ?? ''}
          onQuoteOver={async () => setQuote(await askQuote(quote.addressId, quote.amount))}
          onClose={() => setQuote(null)}
          onDone={async ({ ResultMessage, OrderSn }) => {
            setQuote(null)
            form.reset()
            if (onAsked && OrderSn) onAsked(OrderSn)
            else toast('success', ResultMessage || text.done)
            await Promise.all(
              [balanceKey, termsKey, ['funding']].map((queryKey) => queries.invalidateQueries({ queryKey })),
            )
          }}
        />
      )}
    </>
  )
}

/** The present rate, the coins that the amount comes to at it, and how long it takes. The quote decides. */
function PayoutRate({ payout, amount }: { payout: WithdrawalTerms['payouts'][number] | undefined; amount: string }) {
  const cashier = useCashierText()
  const text = useUsdtText()
  if (!payout) return <p className="text-sm text-mute">{text.quoteNext}</p>
  const fen = rules.broken(rules.depositAmount, amount) ? 0 : fenOfText(amount)
  return (
    <div className="rounded-lg bg-deep px-4 py-3 text-sm">
      <dl className="tabular grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
        <dt className="text-mute">{text.rateNow}</dt>
        <dd className="text-right">{text.rateLine(payout.rate)}</dd>
        <dt className="text-mute">{text.usdt}</dt>
        <dd aria-live="polite" className="text-right text-lg font-semibold text-gold">
          {fen > 0 ? text.aboutCoins(coinText(paidCoinCents(fen, payout.rate))) : '—'}
        </dd>
        <dt className="text-mute">{text.expected}</dt>
        <dd className="text-right text-soft">{payout.expected || cashier.expectedUnknown}</dd>
      </dl>
      <p className="pt-1 text-xs text-mute">{text.quoteFinal}</p>
    </div>
  )
}
