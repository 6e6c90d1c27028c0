import { formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askPath } from '../../ask-paths'
import { paths } from '../../paths'
import { BonusAmount } from '../../ui/bonus-amount'
import { CopyButton } from '../../ui/copy-button'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { OrderNumber } from '../../ui/order-number'
import { Load, SkeletonRows } from '../../ui/states'
import { type RecordDetail, recordQuery } from './record-queries'
import { StatusBadge } from './status-badge'
import { TakeBack } from './take-back'
import { useRecordText } from './use-record-text'

/** One record: what happened to the money, what happens next, and the number to ask with. */
export default function RecordSheet({ sn: first }: { sn: string }) {
  const [sn, setSn] = useState(first)
  const record = useQuery({
    ...recordQuery(sn),
    refetchInterval: (query) => (query.state.data?.status === 0 ? 15_000 : false),
  })
  return (
    <Load query={record} skeleton={<SkeletonRows rows={6} />}>
      {(data) => <Body record={data} onOpen={setSn} />}
    </Load>
  )
}

function Body({ record, onOpen }: { record: RecordDetail; onOpen: (sn: string) => void }) {
  const text = useRecordText()
  return (
    <div className="space-y-5">
      <header className="flex items-end justify-between gap-4">
        <div>
          <p className="text-sm text-soft">{record.title}</p>
          {record.unit ? (
            <BonusAmount fen={Math.abs(record.fen)} className="text-2xl font-semibold" />
          ) : (
            <Money fen={Math.abs(record.fen)} className="text-2xl font-semibold" />
          )}
        </div>
        <StatusBadge status={record.status} text={record.statusText} />
      </header>
      <div className="flex items-center justify-between gap-3 rounded-lg bg-deep py-2 pr-2 pl-4">
        <p className="min-w-0 text-sm">
          <span className="block text-xs text-mute">{text.sn}</span>
          <span className="tabular break-all">
            <OrderNumber sn={record.sn} />
          </span>
        </p>
        <CopyButton value={record.sn} label={text.sn} />
      </div>
      <Steps record={record} />
      {(record.next || record.reason) && (
        <div className="space-y-1 rounded-lg bg-gold/10 px-4 py-3 text-sm">
          {record.reason && (
            <p>
              {text.reason}：{record.reason}
            </p>
          )}
          {record.next && <p>{record.next}</p>}
          {record.act && (
            <Link to={paths.bindCard} className="text-gold underline underline-offset-4 h5:py-3">
              {text.complete}
            </Link>
          )}
        </div>
      )}
      <dl className="divide-y divide-line rounded-lg border border-line text-sm">
        {record.facts.map((fact) => (
          <div key={fact.label} className="flex min-h-11 items-center justify-between gap-4 px-4 py-2">
            <dt className="shrink-0 text-mute">{fact.label}</dt>
            <dd className="tabular min-w-0 text-right break-all">{fact.text}</dd>
          </div>
        ))}
      </dl>
      <Turnover record={record} />
      {record.linked.length > 0 && (
        <section>
          <h3 className="pb-2 text-sm font-semibold">{text.linked}</h3>
          <ul className="divide-y divide-line rounded-lg border border-line text-sm">
            {record.linked.map((link) => (
              <li key={link.sn}>
                <button
                  type="button"
                  onClick={() => onOpen(link.sn)}
                  className="flex min-h-12 w-full items-center justify-between gap-4 px-4 py-2 text-left hover:bg-raised"
                >
                  <span className="min-w-0">
                    {link.text}
                    <span className="tabular block text-xs break-all text-mute">
                      <OrderNumber sn={link.sn} />
                    </span>
                  </span>
                  <Money fen={link.fen} className="shrink-0 font-semibold" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {record.takeBack && <TakeBack sn={record.sn} />}
      <Link
        to={askAbout(record)}
        className="inline-flex min-h-8 items-center text-sm text-soft hover:text-gold h5:min-h-11"
      >
        {text.ask}
      </Link>
    </div>
  )
}

/** The subject of a question, by kind of record. */
const subjects: Record<RecordDetail['kind'], string> = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  transfer: 'transfer',
  bonus: 'bonus',
  rebate: 'bonus',
  fund: 'bonus',
  game: 'game',
  other: 'other',
}

/** The form of a question that names this record. A payout that was booked without an order has a number of the books. */
function askAbout({ kind, sn }: RecordDetail): string {
  const order = (kind === 'deposit' || kind === 'withdrawal') && !sn.startsWith('A')
  return askPath(subjects[kind], order ? kind : 'record', sn)
}

function Steps({ record }: { record: RecordDetail }) {
  const text = useRecordText()
  const last = record.steps.filter((step) => step.done).length - 1
  const end = record.status === 1 ? 'bg-win' : record.status === 2 ? 'bg-loss' : 'bg-gold'
  return (
    <ol aria-label={text.progress} className="text-sm">
      {record.steps.map((step, index) => (
        <li
          key={step.text}
          aria-current={index === last ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < record.steps.length - 1 && (
            <span
              aria-hidden="true"
              className={`absolute top-4 bottom-[-0.25rem] left-[0.3125rem] w-px ${index < last ? 'bg-gold/60' : 'bg-line'}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`mt-1.5 size-[0.6875rem] shrink-0 rounded-full ${
              step.done ? (index === last ? end : 'bg-gold/60') : 'border border-mute'
            }`}
          />
          <p className={step.done ? '' : 'text-mute'}>
            {step.text}
            <span className="tabular block text-xs text-mute">{step.time || text.toCome}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function Turnover({ record }: { record: RecordDetail }) {
  const text = useRecordText()
  if (record.turnover.length === 0) return null
  return (
    <section>
      <h3 className="pb-2 text-sm font-semibold">{text.turnover}</h3>
      <ul className="space-y-2">
        {record.turnover.map((bucket) => {
          const left = Math.max(0, bucket.requiredFen - bucket.doneFen)
          const percent =
            bucket.requiredFen > 0 ? Math.min(100, Math.floor((bucket.doneFen * 100) / bucket.requiredFen)) : 100
          const state =
            bucket.state === 'dropped'
              ? text.turnoverDropped
              : left === 0
                ? text.turnoverMet
                : text.turnoverOpen(formatFen(left))
          return (
            <li
              key={`${bucket.source} ${bucket.requiredFen}`}
              className="rounded-lg border border-line px-4 py-3 text-sm"
            >
              <p className="flex justify-between gap-3">
                <span>{bucket.source}</span>
                <span className="tabular text-gold">{state}</span>
              </p>
              <div
                role="progressbar"
                aria-label={`${text.turnover} ${bucket.source}`}
                aria-valuenow={percent}
                aria-valuemin={0}
                aria-valuemax={100}
                className="mt-2 h-1.5 overflow-hidden rounded-full bg-deep"
              >
                <div className="h-full rounded-full bg-gold" style={{ width: `${percent}%` }} />
              </div>
              <p className="tabular pt-1 text-xs text-soft">
                ¥{formatFen(bucket.doneFen)} / ¥{formatFen(bucket.requiredFen)}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
