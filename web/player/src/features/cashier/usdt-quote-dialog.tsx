import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { formatCountdown } from '@shared/days'
import { yuanText } from '@shared/money'
import { confirmedAddress } from '@shared/usdt'
import * as rules from '@shared/validate'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button'
import { useSecondsLeft } from '../../ui/countdown'
import { Dialog } from '../../ui/dialog'
import { PasswordField } from '../../ui/field'
import { Money } from '../../ui/money'
import { useProcessing } from '../../ui/use-processing'
import { AddressText } from './address-text'
import { SecondCode } from './second-code'
import { SheetRow } from './sheet-row'
import type { Quote } from './usdt-queries'
import { useUsdtText } from './use-usdt-text'

interface Props {
  quote: Quote
  /** Two-step login is on. */
  asksCode?: boolean
  /** How long it takes, a sentence of the server; '' is unknown. */
  expected?: string
  onClose: () => void
  /** The quote no longer holds; a new one takes its place. */
  onQuoteOver: () => Promise<void>
  onDone: (answer: { ResultMessage: string; OrderSn: string }) => Promise<void>
}

/** The refusal of a quote whose time is over or whose rate has changed. */
const quoteOver = 'coin.quote'
const isQuoteOver = (error: unknown) =>
  error instanceof ApiError && (error.body as { Code?: string } | null)?.Code === quoteOver

/** Confirms amount and target, with the withdrawal password where the player has one (WD-03, D-03). */
export function QuoteDialog({ quote, asksCode = false, expected = '', onClose, onQuoteOver, onDone }: Props) {
  const text = useUsdtText()
  const form = useForm<{ password: string; code: string }>({ defaultValues: { password: '', code: '' } })
  const withdraw = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      api.call('POST /v1/Do/UsdtWithdrawAction', {
        usdtId: quote.addressId,
        withdrawAmount: quote.amount,
        fee: yuanText(quote.feeFen),
        ...(quote.asksPassword ? { withdrawPassword: password } : {}),
        ...(asksCode ? { secondCode: code } : {}),
      }),
    onSuccess: onDone,
    onError: (error) => isQuoteOver(error) && renew.mutate(),
  })
  const renew = useMutation({ mutationFn: onQuoteOver })
  const seconds = useSecondsLeft(quote.until)
  const busy = withdraw.isPending || renew.isPending
  useProcessing(withdraw.isPending)
  const { errors } = form.formState
  return (
    <Dialog title={text.confirmTitle} onClose={onClose} locked={busy}>
      <form noValidate onSubmit={form.handleSubmit((input) => !withdraw.isPending && withdraw.mutate(input))}>
        <dl className="divide-y divide-line rounded-lg border border-line">
          <SheetRow label={text.rmb}>
            <Money fen={quote.fen} className="text-lg font-semibold" />
          </SheetRow>
          <SheetRow label={text.usdt}>
            <span className="text-lg font-semibold text-gold">{quote.coins} USDT</span>
          </SheetRow>
          <SheetRow label={text.rate}>{text.rateLine(quote.rate)}</SheetRow>
          <SheetRow label={text.quoteFor}>{formatCountdown(seconds)}</SheetRow>
          <SheetRow label={text.fee}>{quote.feeFen === 0 ? text.free : <Money fen={quote.feeFen} />}</SheetRow>
          {quote.feeFen > 0 && (
            <SheetRow label={text.taken}>
              <Money fen={quote.fen + quote.feeFen} />
            </SheetRow>
          )}
          <SheetRow label={text.network}>
            {text.tag(quote.network)} <span className="text-soft">{text.networks[quote.network]}</span>
          </SheetRow>
          <SheetRow label={text.address}>{confirmedAddress(quote.address)}</SheetRow>
          {expected && (
            <SheetRow label={text.expected}>
              <span className="text-sm text-soft">{expected}</span>
            </SheetRow>
          )}
        </dl>
        {!quote.address.includes('*') && (
          <div className="mt-3 rounded-lg bg-deep px-4 py-3">
            <p className="pb-1 text-sm text-mute">{text.compare}</p>
            <AddressText address={quote.address} className="text-base" />
          </div>
        )}
        <p className="pt-3 pb-1 text-sm text-soft">{text.confirmNote}</p>
        {quote.asksPassword && (
          <PasswordField
            {...form.register('password', { validate: (value) => rules.broken(rules.password, value) ?? true })}
            label={text.password}
            error={errors.password?.message}
            autoComplete="off"
          />
        )}
        {asksCode && <SecondCode field={form.register('code', { required: true })} broken={!!errors.code} />}
        <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
          {(renew.error ?? withdraw.error) && messageOf(renew.error ?? withdraw.error)}
        </p>
        <div className="dialog-end">
          {seconds > 0 ? (
            <Button type="submit" className="min-h-12 w-full" busy={busy}>
              {text.confirm}
            </Button>
          ) : (
            <Button className="min-h-12 w-full" busy={busy} onClick={() => renew.mutate()}>
              {text.quoteAgain}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
