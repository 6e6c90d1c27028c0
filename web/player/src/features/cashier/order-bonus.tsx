import type { DepositOrder } from '@shared/api/wire'
import { fenOf, formatFen } from '@shared/money'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { askedBy } from '../promo/offer'
import { useBonusText } from './use-bonus-text'

/** An order in these states brings nothing any more. */
const endedWithout: Partial<Record<DepositOrder['status'], true>> = { expired: true, closed: true, reversed: true }

/** The promotion chosen with an order: its name, its sum with its turnover, and what the player has to do for it. */
export function OrderBonus({ order, onLeave }: { order: DepositOrder; onLeave?: () => void }) {
  const text = useBonusText()
  const { bonus } = order
  if (!bonus || endedWithout[order.status]) return null
  const fen = fenOf(bonus.amount)
  const turnoverFen =
    askedBy(order.turnoverPercent, fenOf(order.received) || fenOf(order.amount)) + fenOf(bonus.turnover)
  return (
    <section aria-label={text.title} className="space-y-0.5 rounded-lg bg-gold/10 px-4 py-2.5 text-left text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0">{bonus.name}</span>
        <span className="text-gold-soft">{bonus.state}</span>
      </p>
      {fen > 0 && <p className="tabular text-gold-soft">{text.brings(formatFen(fen), formatFen(turnoverFen))}</p>}
      {bonus.next && (
        <p className="text-xs text-soft">
          {bonus.next}{' '}
          {bonus.act && (
            <Link
              to={paths.bindCard}
              className="text-gold underline underline-offset-4 h5:py-3"
              {...(onLeave && { onClick: onLeave })}
            >
              {text.complete}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}
