import { fenOfText, formatShortFen } from '@shared/money'
import { coinCents, coinText } from '@shared/usdt'
import * as rules from '@shared/validate'
import type { Channel } from './deposit-queries'
import type { CoinRate } from './rate-queries'
import { useCashierText } from './use-cashier-text'

/** The rate of a channel's network: its code or its name says which. With one rate only it is that one. */
export function rateOf(rates: CoinRate[], channel: Channel): CoinRate | undefined {
  const said = `${channel.code} ${channel.name}`.toUpperCase()
  return rates.find((rate) => said.includes(rate.network.toUpperCase())) ?? (rates.length === 1 ? rates[0] : undefined)
}

/** Why an amount comes to too few or too many coins, or undefined (DEP-06). */
export function coinFault(
  amount: string,
  rate: CoinRate | undefined,
  say: (least: string, most: string) => string,
): string | undefined {
  if (!rate) return undefined
  const cents = coinCents(fenOfText(amount), rate.rate)
  const few = rate.least > 0 && cents < rate.least * 100
  const many = rate.most > 0 && cents > rate.most * 100
  return few || many ? say(formatShortFen(rate.least * 100), formatShortFen(rate.most * 100)) : undefined
}

/** The rate, how many coins the amount comes to at it, and between what bounds (DEP-05, InputVRateShwoDisplay). */
export function RateLine({ rate, amount }: { rate: CoinRate | undefined; amount: string }) {
  const text = useCashierText()
  const fen = rules.broken(rules.depositAmount, amount) ? 0 : fenOfText(amount)
  return (
    <dl className="tabular mb-5 grid min-h-22 grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 rounded-lg bg-deep px-4 py-3 text-sm">
      {rate && (
        <>
          <dt className="text-mute">{text.rate}</dt>
          <dd className="text-right">{text.rateLine(rate.rate)}</dd>
          <dt className="text-mute">{text.coins}</dt>
          <dd aria-live="polite" className="text-right text-lg font-semibold text-gold">
            {fen > 0 ? text.aboutCoins(coinText(coinCents(fen, rate.rate))) : '—'}
          </dd>
          <dt className="text-mute">{text.bounds}</dt>
          <dd className="text-right text-soft">
            {text.boundsLine(formatShortFen(rate.least * 100), formatShortFen(rate.most * 100))}
          </dd>
        </>
      )}
    </dl>
  )
}
