import { gmtDay } from '@shared/clock'
import { addDays } from '@shared/days'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Earnings } from '../../api/earning'
import { Card, Col, Row } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { formatYuan, Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { EarningChart } from './chart'

const words = text.earning

/** EarningToday is GGR and NGR of today beside the same weekday a week ago, with the last fifteen days as bars. */
export function EarningToday() {
  const today = gmtDay()
  const query = { firstDay: addDays(today, -14), lastDay: today }
  const report = useQuery({
    queryKey: ['/earnings', query],
    queryFn: ({ signal }) => get<Earnings>('/earnings', { query, signal }),
    refetchInterval: 60_000,
  })
  return (
    <Card
      size="small"
      title={<h2 className="section-title">{words.todayTitle}</h2>}
      extra={<Link to={`${paths.earnings}?from=${today}&to=${today}`}>{words.more}</Link>}
    >
      {report.isPending ? (
        <LoadingRows rows={3} />
      ) : report.data ? (
        <Body report={report.data} today={today} />
      ) : (
        <LoadFailed message={report.error?.message ?? ''} onRetry={() => report.refetch()} />
      )}
    </Card>
  )
}

function Body({ report, today }: { report: Earnings; today: string }) {
  const of = (day: string) => report.days.find((row) => row.day === day)
  const now = of(today)
  const before = of(addDays(today, -7))
  return (
    <Row gutter={[12, 12]} align="middle">
      {(['ggr', 'ngr'] as const).map((name) => (
        <Col key={name} xs={12} md={5}>
          <div className="muted">{words[name]}</div>
          <div className="figure">
            <Yuan value={now?.[name] ?? null} signed />
          </div>
          {before && <div className="muted small">{words.lastWeekday(`¥${formatYuan(before[name])}`)}</div>}
        </Col>
      ))}
      <Col xs={24} md={14}>
        <EarningChart days={report.days} />
      </Col>
    </Row>
  )
}
