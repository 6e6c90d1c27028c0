import { OwnMoney } from '../../ui/own-balance'
import { useCashierText } from './use-cashier-text'
import type { WithdrawalTerms } from './withdraw-queries'

/** The amount that can be withdrawn now, and every reason for the rest, before the player types an amount. */
export function Holds({ terms }: { terms: WithdrawalTerms }) {
  const text = useCashierText()
  return (
    <div className="mb-4 rounded-lg bg-deep px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-mute">{text.nowAvailable}</span>
        <OwnMoney fen={terms.availableFen} className="text-xl font-semibold text-gold" />
      </p>
      {terms.holds.length > 0 && (
        <ul aria-label={text.whyNotAll} className="space-y-1 border-t border-line pt-2 mt-2 text-soft">
          {terms.holds.map((hold) => (
            <li key={hold.code} className="flex gap-2">
              <span aria-hidden="true" className={hold.stops ? 'text-loss' : 'text-mute'}>
                •
              </span>
              {hold.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
