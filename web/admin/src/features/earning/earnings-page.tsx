import { gmtDay } from '@shared/clock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { get } from '../../api/client'
import type { EarningFigures, Earnings } from '../../api/earning'
import { Card, Col, DatePicker, Flex, Row, Segmented, Tabs, Tooltip } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { formatYuan, Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { EarningChart } from './chart'
import { nameOf, type Range, rangeOf, ranges, readRange } from './range'
import { CostsTable, DaysTable, DebtsTable, MethodsTable, Statement, VenuesTable } from './tables'

const words = text.earning
type Tab = keyof typeof words.tabs
const tabs = Object.keys(words.tabs) as Tab[]

/** EarningsPage is profit and loss of any range of days, with the figures one click from the lines they are the sum of. */
export default function EarningsPage() {
  const [params, setParams] = useSearchParams()
  const range = readRange(params)
  const tab = tabs.find((key) => key === params.get('tab')) ?? 'days'
  const venue = params.get('venue')
  const go = (next: Record<string, string>) =>
    setParams({ ...range, tab, ...(venue === null ? {} : { venue }), ...next })
  const query = { firstDay: range.from, lastDay: range.to }
  const report = useQuery({
    queryKey: ['/earnings', query],
    queryFn: ({ signal }) => get<Earnings>('/earnings', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const view = tab === 'statement' ? 'months' : tab
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      <Card size="small">
        <RangeBar range={range} onChange={(next) => go({ ...next })} />
      </Card>
      {report.isPending ? (
        <LoadingRows />
      ) : report.data ? (
        <>
          <Totals total={report.data.total} />
          {report.data.days.length > 1 && (
            <Card size="small">
              <EarningChart days={report.data.days} />
            </Card>
          )}
          <Card size="small" styles={{ body: { paddingTop: 0 } }}>
            {/* Beside the tabs, for a list of tabs may hold nothing else. */}
            <Flex align="center" gap={12}>
              <Tabs
                aria-label={words.tabsLabel}
                activeKey={tab}
                onChange={(key) => go({ tab: key })}
                items={tabs.map((key) => ({ key, label: words.tabs[key] }))}
                style={{ flex: 1, minWidth: 0 }}
              />
              {(view !== 'months' || venue !== null) && (
                <ExportButtons name="earnings" query={{ ...query, view, venue: venue ?? undefined }} />
              )}
            </Flex>
            <Content tab={tab} report={report.data} range={range} venue={venue} go={go} />
          </Card>
        </>
      ) : (
        <LoadFailed message={report.error?.message ?? ''} onRetry={() => report.refetch()} />
      )}
    </Flex>
  )
}

function RangeBar({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  return (
    <Flex gap={12} wrap align="center">
      <Segmented
        aria-label={words.rangesLabel}
        value={nameOf(range) ?? ''}
        options={ranges.map((value) => ({ value, label: words.ranges[value] }))}
        onChange={(name) => {
          const chosen = ranges.find((value) => value === name)
          if (chosen) onChange(rangeOf(chosen))
        }}
      />
      <DatePicker.RangePicker
        aria-label={words.range}
        allowClear={false}
        value={[dayjs(range.from), dayjs(range.to)]}
        onChange={(days) => {
          const [from, to] = days ?? []
          if (from && to) onChange({ from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') })
        }}
      />
    </Flex>
  )
}

interface ContentProps {
  tab: Tab
  report: Earnings
  range: Range
  venue: string | null
  go: (next: Record<string, string>) => void
}

function Content({ tab, report, range, venue, go }: ContentProps) {
  switch (tab) {
    case 'venues':
      return <VenuesTable report={report} range={range} />
    case 'costs':
      return <CostsTable report={report} range={range} />
    case 'methods':
      return <MethodsTable report={report} range={range} />
    case 'debts':
      return <DebtsTable range={range} today={gmtDay()} />
    case 'statement':
      return <Statement venue={venue} report={report} choose={(code) => go({ venue: code })} />
    default:
      return <DaysTable report={report} choose={(day) => go({ from: day, to: day, tab: 'venues' })} />
  }
}

function Totals({ total }: { total: EarningFigures }) {
  return (
    <Card size="small">
      <Row gutter={[12, 12]}>
        <Figure title={words.stake} note={`${words.valid} ¥${formatYuan(total.valid)}`}>
          <Yuan value={total.stake} />
        </Figure>
        <Figure title={words.ggr} hint={words.ggrHint} note={`${words.payout} ¥${formatYuan(total.payout)}`}>
          <Yuan value={total.ggr} signed />
        </Figure>
        <Figure title={words.cost}>
          <Yuan value={total.cost} />
        </Figure>
        <Figure title={words.ngr} hint={words.ngrHint}>
          <Yuan value={total.ngr} signed />
        </Figure>
        <Figure
          title={words.deposits}
          note={`${text.dashboard.count(total.deposits.count)} · ${words.depositBack} ¥${formatYuan(total.deposits.back)}`}
        >
          <Yuan value={total.deposits.amount} />
        </Figure>
        <Figure
          title={words.withdrawals}
          note={`${text.dashboard.count(total.withdrawals.count)} · ${words.withdrawalBack} ¥${formatYuan(total.withdrawals.back)}`}
        >
          <Yuan value={total.withdrawals.amount} />
        </Figure>
        <Figure title={words.registered}>{text.dashboard.people(total.registered)}</Figure>
        <Figure title={words.firstDeposits}>{text.dashboard.people(total.firstDeposits)}</Figure>
      </Row>
    </Card>
  )
}

interface FigureProps {
  title: string
  hint?: string
  note?: string
  children: ReactNode
}

function Figure({ title, hint, note, children }: FigureProps) {
  return (
    <Col xs={12} md={6}>
      <div className="muted">{hint ? <Tooltip title={hint}>{title} ⓘ</Tooltip> : title}</div>
      <div className="figure">{children}</div>
      {note && <div className="muted small">{note}</div>}
    </Col>
  )
}
