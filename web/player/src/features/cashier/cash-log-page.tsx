import { gmtDay } from '@shared/clock'
import { addDays } from '@shared/days'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { DataList } from '../../ui/data-list'
import { TextField } from '../../ui/field'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { TabBar } from '../../ui/tab-bar'
import { type FundingKind, fundingQuery } from './funding-queries'
import { StatusBadge } from './status-badge'
import { useCashierText } from './use-cashier-text'

const kinds: FundingKind[] = ['deposit', 'withdrawal', 'bonus', 'rebate', 'transfer']
const isDay = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Tab, dates and page live in the address, so that Back and a reload find them again. */
function useFilter() {
  const [query, setQuery] = useSearchParams()
  const end = query.get('end')
  const start = query.get('start')
  const filter = {
    kind: kinds.find((kind) => kind === query.get('tab')) ?? 'deposit',
    start: isDay(start) ? (start ?? '') : addDays(gmtDay(), -6),
    end: isDay(end) ? (end ?? '') : gmtDay(),
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
  const list = useQuery(fundingQuery(filter))
  return (
    <Panel>
      <TabBar
        label={text.cashLog}
        tabs={kinds.map((key) => ({ key, title: text.tabs[key] }))}
        active={filter.kind}
        onPick={(kind) => show({ kind })}
      />
      <Dates
        key={`${filter.start} ${filter.end}`}
        start={filter.start}
        end={filter.end}
        onQuery={(start, end) => {
          show({ start, end })
          void list.refetch()
        }}
      />
      <Load
        query={list}
        skeleton={<SkeletonRows rows={6} />}
        empty={{
          when: (data) => data.items.length === 0,
          show: (
            <Empty
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
                  cell: (item) => <span className="tabular break-all">{item.orderSn}</span>,
                },
                { title: text.time, wide: true, cell: (item) => <span className="tabular">{item.time}</span> },
                // Of a transfer it is the two wallets; elsewhere the tab says it already.
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
                { title: text.note, wide: true, cell: (item) => item.reason || '-' },
              ]}
            />
            <Pagination
              page={filter.page}
              pageCount={data.pages}
              total={data.total}
              onPage={(page) => show({ page })}
            />
          </>
        )}
      </Load>
    </Panel>
  )
}

interface DatesProps {
  start: string
  end: string
  onQuery: (start: string, end: string) => void
}

function Dates({ start, end, onQuery }: DatesProps) {
  const text = useCashierText()
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState(end)
  const [fault, setFault] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!from || !to || to < from) return setFault(text.dateOrder)
    setFault('')
    onQuery(from, to)
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex items-start gap-4 px-5 pt-4 h5:grid h5:grid-cols-2 h5:gap-x-3 h5:gap-y-0 h5:px-4"
    >
      <TextField label={text.start} type="date" value={from} max={gmtDay()} onChange={(e) => setFrom(e.target.value)} />
      <TextField
        label={text.end}
        type="date"
        value={to}
        min={from}
        max={gmtDay()}
        error={fault || undefined}
        onChange={(e) => setTo(e.target.value)}
      />
      <Button type="submit" className="mt-7 min-h-11 h5:col-span-2 h5:mt-0 h5:mb-3">
        {text.query}
      </Button>
    </form>
  )
}
