import { formatFen, yuanText } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { Load, SkeletonRows } from '../../ui/states'
import { Unfold } from '../../ui/unfold'
import { Shares } from '../promo/shares'
import { useCashierText } from './use-cashier-text'
import { turnoverLinesQuery, type WithdrawalTerms } from './withdraw-queries'

/** The withdrawals left today and the turnover still needed, requirement by requirement. */
export default function Turnover({ terms }: { terms: WithdrawalTerms }) {
  const text = useCashierText()
  const leftFen = Math.max(0, terms.requiredFen - terms.doneFen)
  return (
    <aside className="space-y-4 text-sm">
      <dl className="grid grid-cols-[2fr_3fr] gap-3">
        <div className="rounded-lg bg-deep px-3 py-3">
          <dt className="text-xs text-mute">{text.timesLeft}</dt>
          <dd className="tabular pt-0.5 text-lg font-semibold">{terms.timesLeft}</dd>
        </div>
        <div className="rounded-lg bg-deep px-3 py-3">
          <dt className="text-xs text-mute">{text.amountLeft}</dt>
          <dd className="tabular pt-0.5 text-lg font-semibold whitespace-nowrap">¥{formatFen(terms.amountLeftFen)}</dd>
        </div>
      </dl>
      <p className="text-xs text-mute">{text.limitsText(terms.timesADay, yuanText(terms.dailyFen))}</p>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
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
              {bucket.orderSn && (
                <Unfold show={text.showLines} hide={text.hideLines}>
                  <Lines orderSn={bucket.orderSn} />
                </Unfold>
              )}
              {bucket.orderSn && (
                <Shares of={{ orderSn: bucket.orderSn }} name={`${bucket.source} ¥${formatFen(bucket.amountFen)}`} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

/** The bets behind a requirement. */
function Lines({ orderSn }: { orderSn: string }) {
  const text = useCashierText()
  const lines = useQuery(turnoverLinesQuery(orderSn))
  return (
    <Load
      query={lines}
      skeleton={<SkeletonRows rows={2} height="h-10" />}
      empty={{ when: (data) => data.length === 0, show: <p className="text-xs text-mute">{text.linesEmpty}</p> }}
    >
      {(data) => (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto text-xs">
          {data.map((line) => (
            <li key={line.betSn} className="space-y-0.5 py-2">
              <p className="tabular flex justify-between gap-2 text-mute">
                {line.time.slice(5, 16)}
                <span className="text-soft">
                  {text.lineCounted(formatFen(line.countedFen), formatFen(line.validFen))}
                </span>
              </p>
              <p className="tabular break-all text-mute">{line.betSn}</p>
              {line.reason && <p className="text-soft">{line.reason}</p>}
            </li>
          ))}
        </ul>
      )}
    </Load>
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
