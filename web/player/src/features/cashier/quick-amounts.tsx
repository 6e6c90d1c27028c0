import { fenOfText, formatShortFen, yuanText } from '@shared/money'
import type { Channel } from './deposit-queries'
import { useCashierText } from './use-cashier-text'

interface Props {
  /** Yuan, separated by commas, as the method tells them. */
  range: string
  channel: Channel
  /** The last deposit that was credited, 0: none. */
  lastFen?: number
  onPick: (amount: string) => void
}

/** One tap fills the amount; what the channel does not take cannot be tapped. */
export function QuickAmounts({ range, channel, lastFen = 0, onPick }: Props) {
  const text = useCashierText()
  const amounts = range.split(',').filter((amount) => /^[1-9][0-9]{0,8}$/.test(amount.trim()))
  const last = lastFen > 0 && !amounts.some((amount) => fenOfText(amount.trim()) === lastFen) && yuanText(lastFen)
  if (last) amounts.push(last)
  if (amounts.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div role="group" aria-label={text.quick} className="flex flex-wrap gap-2 pb-5 h5:grid h5:grid-cols-3">
      {amounts.map((amount) => {
        const fen = fenOfText(amount.trim())
        return (
          <button
            key={amount}
            type="button"
            disabled={fen < channel.minFen || (channel.maxFen > 0 && fen > channel.maxFen)}
            onClick={() => onPick(amount.trim())}
            className="tabular min-h-9 min-w-18 rounded-lg border border-line bg-raised px-3 hover:border-gold hover:text-gold disabled:cursor-not-allowed disabled:opacity-40 h5:min-h-11"
          >
            {amount === last ? text.lastAmount(formatShortFen(fen)) : formatShortFen(fen)}
          </button>
        )
      })}
    </div>
  )
}
