import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type {
  EarningBets,
  EarningCost,
  EarningDay,
  EarningDebt,
  EarningGame,
  EarningMethod,
  EarningMonth,
  Earnings,
  EarningVenue,
} from '../../api/earning'
import type { Items } from '../../api/wire'
import { Button, Descriptions, Flex, Select, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { useSession } from '../session/session'
import { daysIn, type Range, shareOf } from './range'

const words = text.earning
const right = 'right' as const

const number = (n: number) => n.toLocaleString('zh-CN')

/** betColumns are the columns of what finished bets add up to. */
function betColumns<T extends EarningBets>(): TableColumnsType<T> {
  return [
    { title: words.bets, align: right, render: (_, row) => number(row.bets) },
    { title: words.stake, align: right, render: (_, row) => <Yuan value={row.stake} /> },
    { title: words.valid, align: right, render: (_, row) => <Yuan value={row.valid} /> },
    { title: words.payout, align: right, render: (_, row) => <Yuan value={row.payout} /> },
    { title: words.ggr, align: right, render: (_, row) => <Yuan value={row.ggr} signed strong /> },
    { title: words.share, align: right, render: (_, row) => shareOf(row.ggr, row.stake) },
  ]
}

interface PlainProps<T> {
  rows: readonly T[]
  columns: TableColumnsType<T>
  rowKey: (row: T) => string
  expanded?: (row: T) => ReactNode
  empty?: string
  label: string
}

function Plain<T extends object>({ rows, columns, rowKey, expanded, empty = words.nothing, label }: PlainProps<T>) {
  return (
    <Table<T>
      aria-label={label}
      size="small"
      rowKey={rowKey}
      columns={columns}
      dataSource={[...rows]}
      pagination={rows.length > 62 ? { pageSize: 31, showSizeChanger: false } : false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: empty }}
      expandable={expanded && { expandedRowRender: expanded }}
    />
  )
}

const span = ({ from, to }: Range) => `from=${from}&to=${to}`

/** BetsLink leads to the bets that a figure is the sum of; their list shows seven days at most. */
function BetsLink({ range, more = '' }: { range: Range; more?: string }) {
  const may = useSession().may('feed.view')
  if (!may) return null
  if (daysIn(range) > 7) return <span className="muted small">{words.betLimit}</span>
  return <Link to={`${paths.bets}?${span(range)}${more}`}>{words.toBets}</Link>
}

export function DaysTable({ report, choose }: { report: Earnings; choose: (day: string) => void }) {
  const columns: TableColumnsType<EarningDay> = [
    {
      title: words.day,
      fixed: 'left',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => choose(row.day)}>
          {row.day}
        </Button>
      ),
    },
    ...betColumns<EarningDay>(),
    { title: words.cost, align: right, render: (_, row) => <Yuan value={row.cost} /> },
    { title: words.ngr, align: right, render: (_, row) => <Yuan value={row.ngr} signed strong /> },
    {
      title: words.deposits,
      align: right,
      render: (_, row) => (
        <Link to={`${paths.deposits}?credited=1&${span({ from: row.day, to: row.day })}`}>
          <Yuan value={row.deposits.amount} />
        </Link>
      ),
    },
    { title: words.depositBack, align: right, render: (_, row) => <Yuan value={row.deposits.back} /> },
    {
      title: words.withdrawals,
      align: right,
      render: (_, row) => (
        <Link to={`${paths.withdrawals}?view=all&paid=1&${span({ from: row.day, to: row.day })}`}>
          <Yuan value={row.withdrawals.amount} />
        </Link>
      ),
    },
    { title: words.withdrawalBack, align: right, render: (_, row) => <Yuan value={row.withdrawals.back} /> },
    { title: words.fee, align: right, render: (_, row) => <Yuan value={row.withdrawals.fee} /> },
    { title: words.registered, align: right, render: (_, row) => number(row.registered) },
    { title: words.firstDeposits, align: right, render: (_, row) => number(row.firstDeposits) },
    { title: text.detail.actions, render: (_, row) => <BetsLink range={{ from: row.day, to: row.day }} /> },
  ]
  return <Plain label={words.tabs.days} rows={[...report.days].reverse()} columns={columns} rowKey={(row) => row.day} />
}

export function VenuesTable({ report, range }: { report: Earnings; range: Range }) {
  const columns: TableColumnsType<EarningVenue> = [
    {
      title: words.venue,
      fixed: 'left',
      render: (_, row) => (
        <>
          {row.name} <span className="muted mono">{row.code}</span>
        </>
      ),
    },
    ...betColumns<EarningVenue>(),
    {
      title: text.detail.actions,
      render: (_, row) => (
        <Flex gap={12}>
          <BetsLink range={range} more={`&venue=${encodeURIComponent(row.code)}`} />
          <Link to={paths.earningStatement(row.code)}>{words.toStatement}</Link>
        </Flex>
      ),
    },
  ]
  return (
    <Plain
      label={words.tabs.venues}
      rows={report.venues}
      columns={columns}
      rowKey={(row) => row.code}
      expanded={(row) => <GamesTable venue={row.code} range={range} />}
    />
  )
}

function GamesTable({ venue, range }: { venue: string; range: Range }) {
  const query = { firstDay: range.from, lastDay: range.to }
  const path = `/earnings/venues/${encodeURIComponent(venue)}/games`
  const games = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => get<Items<EarningGame>>(path, { query, signal }),
  })
  if (games.isPending) return <LoadingRows rows={3} />
  if (!games.data) return <LoadFailed message={games.error?.message ?? ''} onRetry={() => games.refetch()} />
  const columns: TableColumnsType<EarningGame> = [
    { title: words.game, render: (_, row) => row.name },
    ...betColumns<EarningGame>(),
    {
      title: text.detail.actions,
      render: (_, row) => (
        <BetsLink range={range} more={`&venue=${encodeURIComponent(venue)}&code=${encodeURIComponent(row.code)}`} />
      ),
    },
  ]
  return <Plain label={words.game} rows={games.data.items} columns={columns} rowKey={(row) => row.code} />
}

export function CostsTable({ report, range }: { report: Earnings; range: Range }) {
  const may = useSession().may('promo.view')
  const columns: TableColumnsType<EarningCost> = [
    { title: words.kind, render: (_, row) => words.kinds[row.kind] },
    { title: words.rule, render: (_, row) => row.name || '—' },
    { title: words.count, align: right, render: (_, row) => number(row.count) },
    { title: words.amount, align: right, render: (_, row) => <Yuan value={row.amount} strong /> },
    {
      title: text.detail.actions,
      render: (_, row) =>
        may && row.rule > 0 ? (
          <Link to={`${paths.promoAwards}?booked=1&rule=${row.rule}&${span(range)}`}>{words.toAwards}</Link>
        ) : null,
    },
  ]
  const { cDollars } = report
  return (
    <Flex vertical gap={16}>
      <Plain
        label={words.tabs.costs}
        rows={report.costs}
        columns={columns}
        rowKey={(row) => `${row.kind}:${row.rule}`}
      />
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, sm: 2, lg: 3 }}
        title={words.cDollars}
        items={[
          { key: 'vip', label: words.vip, children: <Yuan value={cDollars.vip} /> },
          { key: 'grant', label: words.grant, children: <Yuan value={cDollars.grant} /> },
          { key: 'other', label: words.other, children: <Yuan value={cDollars.other} /> },
          { key: 'back', label: words.returned, children: <Yuan value={cDollars.back} /> },
          { key: 'unlocked', label: words.unlocked, children: <Yuan value={cDollars.unlocked} /> },
          { key: 'expired', label: words.expired, children: <Yuan value={cDollars.expired} /> },
        ]}
      />
    </Flex>
  )
}

type MethodRow = EarningMethod & { way: 'deposits' | 'withdrawals' }

function methodName({ method }: MethodRow): string {
  if (method === 'bank') return words.bank
  return method === 'restored' ? words.restored : method.toUpperCase()
}

export function MethodsTable({ report, range }: { report: Earnings; range: Range }) {
  const { may } = useSession()
  const link = ({ way, method }: MethodRow) => {
    const more = `method=${encodeURIComponent(method)}&${span(range)}`
    if (method === 'restored') return null // no list has them (H-478)
    if (way === 'deposits')
      return may('deposit.view') && <Link to={`${paths.deposits}?credited=1&${more}`}>{words.toDeposits}</Link>
    return (
      may('withdrawal.view') && <Link to={`${paths.withdrawals}?view=all&paid=1&${more}`}>{words.toWithdrawals}</Link>
    )
  }
  const columns: TableColumnsType<MethodRow> = [
    { title: words.kind, render: (_, row) => words.way[row.way] },
    { title: words.method, render: (_, row) => methodName(row) },
    { title: words.count, align: right, render: (_, row) => number(row.count) },
    { title: words.amount, align: right, render: (_, row) => <Yuan value={row.amount} strong /> },
    { title: words.back, align: right, render: (_, row) => <Yuan value={row.back} /> },
    { title: words.fee, align: right, render: (_, row) => <Yuan value={row.fee} /> },
    { title: text.detail.actions, render: (_, row) => link(row) },
  ]
  const rows: MethodRow[] = [
    ...report.deposits.map((row) => ({ ...row, way: 'deposits' as const })),
    ...report.withdrawals.map((row) => ({ ...row, way: 'withdrawals' as const })),
  ]
  return <Plain label={words.tabs.methods} rows={rows} columns={columns} rowKey={(row) => `${row.way}:${row.method}`} />
}

export function DebtsTable({ range, today }: { range: Range; today: string }) {
  const query = { firstDay: range.from, lastDay: range.to }
  const debts = useQuery({
    queryKey: ['/earnings/debts', query],
    queryFn: ({ signal }) => get<Items<EarningDebt>>('/earnings/debts', { query, signal }),
  })
  if (debts.isPending) return <LoadingRows />
  if (!debts.data) return <LoadFailed message={debts.error?.message ?? ''} onRetry={() => debts.refetch()} />
  const columns: TableColumnsType<EarningDebt> = [
    {
      title: words.day,
      fixed: 'left',
      render: (_, row) => (
        <>
          {row.day} <span className="muted small">{row.day >= today ? words.now : words.dayEnd}</span>
        </>
      ),
    },
    { title: words.centre, align: right, render: (_, row) => <Yuan value={row.centre} /> },
    { title: words.locked, align: right, render: (_, row) => <Yuan value={row.locked} /> },
    { title: words.transit, align: right, render: (_, row) => <Yuan value={row.transit} /> },
    { title: words.atVenues, align: right, render: (_, row) => <Yuan value={row.atVenues} /> },
    { title: words.debtTotal, align: right, render: (_, row) => <Yuan value={row.total} strong /> },
    { title: words.fund, align: right, render: (_, row) => <Yuan value={row.fund} /> },
    { title: words.suspense, align: right, render: (_, row) => <Yuan value={row.suspense} /> },
    { title: words.coins, align: right, render: (_, row) => row.coins },
    { title: words.owed, align: right, render: (_, row) => <Yuan value={row.owed} /> },
  ]
  return (
    <Plain
      label={words.tabs.debts}
      rows={[...debts.data.items].reverse()}
      columns={columns}
      rowKey={(row) => row.day}
      expanded={(row) => <Holdings debt={row} />}
    />
  )
}

function Holdings({ debt }: { debt: EarningDebt }) {
  return (
    <Plain
      label={words.atVenues}
      rows={debt.venues}
      rowKey={(row) => row.code}
      columns={[
        { title: words.venue, render: (_, row) => row.name },
        { title: words.atVenues, align: right, render: (_, row) => <Yuan value={row.amount} /> },
      ]}
    />
  )
}

interface StatementProps {
  venue: string | null
  report: Earnings
  choose: (venue: string) => void
}

/** Statement is what a venue's invoice is compared with: its bets, month by month. */
export function Statement({ venue, report, choose }: StatementProps) {
  const path = `/earnings/venues/${encodeURIComponent(venue ?? '')}/months`
  const months = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<Items<EarningMonth>>(path, { signal }),
    enabled: venue !== null,
  })
  const columns: TableColumnsType<EarningMonth> = [
    { title: words.month, fixed: 'left', render: (_, row) => row.firstDay.slice(0, 7) },
    ...betColumns<EarningMonth>(),
  ]
  const known = report.venues.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }))
  if (venue !== null && !known.some(({ value }) => value === venue)) known.push({ value: venue, label: venue })
  return (
    <Flex vertical gap={12}>
      <Select
        aria-label={words.chooseVenue}
        placeholder={words.chooseVenue}
        value={venue ?? undefined}
        options={known}
        onChange={choose}
        style={{ maxWidth: 320 }}
      />
      {venue === null ? null : months.isPending ? (
        <LoadingRows rows={3} />
      ) : months.data ? (
        <Plain
          label={words.tabs.statement}
          rows={months.data.items}
          columns={columns}
          rowKey={(row) => row.firstDay}
          empty={words.noMonths}
        />
      ) : (
        <LoadFailed message={months.error?.message ?? ''} onRetry={() => months.refetch()} />
      )}
    </Flex>
  )
}
