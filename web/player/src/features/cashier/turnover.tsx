import { formatFen } from '@shared/money'
import { useCashierText } from './use-cashier-text'
import type { WithdrawalTerms } from './withdraw-queries'

/** What is left today and what turnover is still needed, requirement by requirement. */
export function Turnover({ terms }: { terms: WithdrawalTerms }) {
  const text = useCashierText()
  const leftFen = Math.max(0, terms.requiredFen - terms.doneFen)
  return (
    <aside className="space-y-4 text-sm">
      <dl className="grid grid-cols-2 gap-3">
        <div className="rounded-lg bg-deep px-4 py-3">
          <dt className="text-xs text-mute">{text.timesLeft}</dt>
          <dd className="tabular pt-0.5 text-lg font-semibold">{terms.timesLeft}</dd>
        </div>
        <div className="rounded-lg bg-deep px-4 py-3">
          <dt className="text-xs text-mute">{text.amountLeft}</dt>
          <dd className="tabular pt-0.5 text-lg font-semibold">{formatFen(terms.amountLeftFen)}</dd>
        </div>
      </dl>
      <p className="text-xs text-mute">{text.limitsText}</p>
      <div>
        <p className="flex items-baseline justify-between font-semibold">
          {text.turnoverTitle}
          {leftFen > 0 && (
            <span className="tabular text-gold">
              {text.turnoverLeft} ¥{formatFen(leftFen)}
            </span>
          )}
        </p>
        {leftFen === 0 && <p className="pt-1 text-win">{text.turnoverDone}</p>}
        <ul className="space-y-3 pt-3">
          {terms.buckets.map((bucket) => (
            <li key={`${bucket.orderSn} ${bucket.time}`} className="rounded-lg border border-line px-3 py-2.5">
              <p className="flex justify-between gap-2">
                <span>
                  {bucket.source} ¥{formatFen(bucket.amountFen)}
                </span>
                <span className="tabular text-xs text-mute">{bucket.time.slice(5, 16)}</span>
              </p>
              <Progress doneFen={bucket.doneFen} requiredFen={bucket.requiredFen} />
              <p className="tabular pt-1 text-xs text-soft">
                {text.turnoverLine(formatFen(bucket.doneFen), formatFen(bucket.requiredFen))}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

function Progress({ doneFen, requiredFen }: { doneFen: number; requiredFen: number }) {
  const text = useCashierText()
  const percent = requiredFen > 0 ? Math.min(100, Math.floor((doneFen * 100) / requiredFen)) : 100
  return (
    <div
      role="progressbar"
      aria-label={text.turnoverProgress}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-2 h-1.5 overflow-hidden rounded-full bg-deep"
    >
      <div className="h-full rounded-full bg-gold" style={{ width: `${percent}%` }} />
    </div>
  )
}
