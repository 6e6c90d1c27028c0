import { messageOf } from '@shared/api/api-error'
import { gmtDay } from '@shared/clock'
import { addDays, isDay } from '@shared/days'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { DataList } from '../../ui/data-list'
import { DayField } from '../../ui/day-field'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Segmented } from '../../ui/segmented'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { TabBar } from '../../ui/tab-bar'
import { toast } from '../../ui/toast'
import { ExportButton } from './export-button'
import { type Funding, type FundingFilter, fundingQuery } from './funding-queries'
import { LedgerList } from './ledger-list'
import { OpenRecord, useRecordSheet } from './open-record'
import { StatusBadge } from './status-badge'
import { useCashierText } from './use-cashier-text'
import { useRecordText } from './use-record-text'

/** The five documented tabs, and all kinds in one list behind them. */
const kinds = ['deposit', 'withdrawal', 'bonus', 'rebate', 'transfer', 'ledger'] as const
type Tab = (typeof kinds)[number]

/** Tab, dates and page live in the address, so that Back and a reload find them again. */
function useFilter() {
  const [query, setQuery] = useSearchParams()
  const end = query.get('end')
  const start = query.get('start')
  const filter = {
    kind: kinds.find((kind) => kind === query.get('tab')) ?? ('deposit' as Tab),
    start: isDay(start) ? start : addDays(gmtDay(), -6),
    end: isDay(end) ? end : gmtDay(),
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }
  const show = (change: Partial<typeof filter>) => {
    const next = { ...filter, page: 1, ...change }
    setQuery({ tab: next.kind, start: next.start, end: next.end, page: String(next.page) })
  }
  return { filter, show }
}

export default function CashLogPage() {
  const text = useCashierText()
  const { filter, show } = useFilter()
  const record = useRecordText()
  const queries = useQueryClient()
  const { sheet, openRecord } = useRecordSheet()
  return (
    <Panel>
      <TabBar
        label={text.cashLog}
        tabs={kinds.map((key) => ({ key, title: key === 'ledger' ? record.ledger : text.tabs[key] }))}
        active={filter.kind}
        onPick={(kind) => show({ kind })}
      />
      <Dates
        key={`${filter.start} ${filter.end}`}
        start={filter.start}
        end={filter.end}
        onQuery={(start, end) => {
          show({ start, end })
          // The old rows stay on the screen; a read that fails is said, also without a network.
          queries
            .refetchQueries(
              { queryKey: [filter.kind === 'ledger' ? 'ledger' : 'funding'], type: 'active' },
              { throwOnError: true },
            )
            .catch((error: unknown) => toast('error', messageOf(error)))
        }}
      />
      {filter.kind === 'ledger' ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 pb-4 h5:px-4">
            <p className="text-sm text-mute">{record.ledgerHint}</p>
            <ExportButton start={filter.start} end={filter.end} className="h5:w-full" />
          </div>
          <LedgerList start={filter.start} end={filter.end} onOpen={openRecord} />
        </>
      ) : (
        <KindList filter={{ ...filter, kind: filter.kind }} onPage={(page) => show({ page })} onOpen={openRecord} />
      )}
      {sheet}
    </Panel>
  )
}

interface KindListProps {
  filter: FundingFilter
  onPage: (page: number) => void
  onOpen: (sn: string) => void
}

function KindList({ filter, onPage, onOpen }: KindListProps) {
  const text = useCashierText()
  const list = useQuery(fundingQuery(filter))
  return (
    <Load
      query={list}
      skeleton={<SkeletonRows rows={6} />}
      empty={{
        when: (data) => data.items.length === 0,
        show: (
          <Empty
            kind="records"
            title={text.recordsEmpty}
            action={
              <Link to={paths.deposit} className="btn btn-line h5:min-h-11">
                {text.toDeposit}
              </Link>
            }
          />
        ),
      }}
    >
      {(data) => (
        <>
          <DataList
            label={text.cashLog}
            rows={data.items}
            rowKey={(item, index) => item.orderSn || String(index)}
            columns={[
              {
                title: text.sn,
                wide: true,
                cell: (item) => <OpenRecord sn={item.orderSn} onOpen={onOpen} />,
              },
              { title: text.time, wide: true, cell: (item) => <span className="tabular">{item.time}</span> },
              // A transfer shows its two wallets; for other records the tab says it already.
              {
                title: text.kind,
                cell: (item) => item.kind,
                wide: filter.kind === 'transfer',
                desktopOnly: filter.kind !== 'transfer',
              },
              {
                title: text.sum,
                align: 'right',
                heading: true,
                cell: (item) => <Money fen={item.fen} className="font-semibold" />,
              },
              { title: text.status, cell: (item) => <StatusBadge status={item.status} text={item.statusText} /> },
              {
                title: text.note,
                wide: true,
                cell: (item) => <Note item={item} kindShown={filter.kind === 'transfer'} />,
              },
            ]}
          />
          <Pagination page={filter.page} pageCount={data.pages} total={data.total} onPage={onPage} />
        </>
      )}
    </Load>
  )
}

/** Where the money came from or goes to, and why not where it did not. */
function Note({ item: { kind, target, note, reason }, kindShown }: { item: Funding; kindShown: boolean }) {
  const about = target || note || (reason || kindShown ? '' : kind)
  return (
    <>
      {about}
      {reason && <span className={about ? 'block text-soft' : ''}>{reason}</span>}
    </>
  )
}

interface DatesProps {
  start: string
  end: string
  onQuery: (start: string, end: string) => void
}

function Dates({ start, end, onQuery }: DatesProps) {
  const text = useCashierText()
  const record = useRecordText()
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState(end)
  const [fault, setFault] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isDay(from) || !isDay(to)) return setFault(text.dateShape)
    if (to < from) return setFault(text.dateOrder)
    setFault('')
    onQuery(from, to)
  }
  const today = gmtDay()
  const ranges = [
    { key: '1', title: record.today, from: today },
    { key: '7', title: record.week, from: addDays(today, -6) },
    { key: '30', title: record.month, from: addDays(today, -29) },
  ]
  const chosen = end === today ? ranges.find((range) => range.from === start)?.key : undefined
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-start gap-x-4 px-5 pt-4 h5:grid h5:grid-cols-2 h5:gap-x-3 h5:gap-y-0 h5:px-4"
    >
      <div className="basis-full pb-3 h5:col-span-2">
        <Segmented
          label={record.ranges}
          options={ranges}
          chosen={chosen ?? ''}
          onPick={(key) => onQuery(ranges.find((range) => range.key === key)?.from ?? today, today)}
        />
      </div>
      <DayField label={text.start} value={from} max={gmtDay()} onDay={setFrom} />
      <DayField label={text.end} value={to} min={from} max={gmtDay()} error={fault || undefined} onDay={setTo} />
      <Button type="submit" className="mt-7 min-h-11 h5:col-span-2 h5:mt-0 h5:mb-3">
        {text.query}
      </Button>
    </form>
  )
}
