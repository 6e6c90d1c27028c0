import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { Badges, Dashboard, DayFigures, Permission } from '../../api/wire'
import { Card, Col, Flex, Row, Statistic } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { formatYuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { EarningToday } from '../earning/today'
import { useSession } from '../session/session'

const words = text.dashboard

const pendingLinks: [name: keyof Badges, to: string, permission: Permission][] = [
  ['depositsClaimed', `${paths.deposits}?state=claimed`, 'deposit.view'],
  ['depositsReview', `${paths.deposits}?state=review`, 'deposit.view'],
  ['withdrawalsWaiting', `${paths.withdrawals}?view=queue`, 'withdrawal.view'],
  ['withdrawalsMine', `${paths.withdrawals}?view=mine`, 'withdrawal.view'],
  ['withdrawalsToPay', `${paths.withdrawals}?view=pay`, 'withdrawal.view'],
  ['approvals', paths.approvals, 'approval.view'],
  ['gateClosed', paths.gate, 'gate.view'],
  ['cases', paths.cases, 'case.view'],
  ['transfersStuck', paths.transfers, 'transfer.view'],
  ['promoWithheld', paths.promoWithheld, 'promo.view'],
  ['vipWithheld', paths.vipTab('awards'), 'vip.view'],
  ['findings', paths.reconcile, 'recon.view'],
  ['forfeits', paths.forfeits, 'case.view'],
  ['tickets', paths.tickets, 'ticket.view'],
  ['feedGaps', `${paths.feed}?state=gap`, 'feed.view'],
]

const booksTone: Record<Dashboard['books']['state'], Tone> = {
  passed: 'success',
  failed: 'error',
  error: 'error',
  running: 'processing',
  never: 'default',
}

export default function DashboardPage() {
  const dashboard = useQuery({
    queryKey: ['/dashboard'],
    queryFn: ({ signal }) => get<Dashboard>('/dashboard', { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Flex vertical gap={12}>
      <h1 className="page-title">{words.title}</h1>
      {dashboard.isPending ? (
        <LoadingRows />
      ) : dashboard.data ? (
        <Figures dashboard={dashboard.data} />
      ) : (
        <LoadFailed message={dashboard.error?.message ?? ''} onRetry={() => dashboard.refetch()} />
      )}
    </Flex>
  )
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { may } = useSession()
  const { today, yesterday, books, day } = dashboard
  const list = (permission: Permission, to: string) => (may(permission) ? to : undefined)
  return (
    <>
      <Card size="small" title={<h2 className="section-title">{words.pending}</h2>}>
        <Row gutter={[12, 12]}>
          {pendingLinks
            .filter(([, , permission]) => may(permission))
            .map(([name, to]) => (
              <Col key={name} span={6}>
                <Link to={to} className="pending-link">
                  <Statistic
                    title={words.badges[name]}
                    value={dashboard.pending[name]}
                    styles={dashboard.pending[name] > 0 ? { content: { color: 'var(--loss)' } } : undefined}
                  />
                </Link>
              </Col>
            ))}
        </Row>
      </Card>
      {may('earning.view') && <EarningToday />}
      <Card size="small" title={<h2 className="section-title">{words.today(dashboard.day)}</h2>}>
        <Row gutter={[12, 12]}>
          <Taking
            title={words.deposits}
            to={list('deposit.view', paths.depositsCredited(day))}
            today={today.deposits}
            yesterday={yesterday.deposits}
          />
          <Taking
            title={words.withdrawals}
            to={list('withdrawal.view', paths.withdrawalsPaid(day))}
            today={today.withdrawals}
            yesterday={yesterday.withdrawals}
          />
          {today.net !== null && yesterday.net !== null && (
            <Figure title={words.net} value={`¥${formatYuan(today.net)}`} before={`¥${formatYuan(yesterday.net)}`} />
          )}
          <People title={words.registrations} name="registrations" today={today} yesterday={yesterday} />
          <People title={words.firstDeposits} name="firstDeposits" today={today} yesterday={yesterday} />
          <Figure
            title={words.books}
            to={list('books.view', paths.books)}
            value={<StateTag label={words.booksState[books.state]} tone={booksTone[books.state]} />}
            before={books.at === null ? undefined : gmtTime(books.at)}
            plainBefore
          />
        </Row>
      </Card>
    </>
  )
}

interface TakingProps {
  title: string
  to?: string
  today: DayFigures['deposits']
  yesterday: DayFigures['deposits']
}

/** Taking is money that came in or left. People who may not look at earnings are not told it, and see nothing here. */
function Taking({ title, to, today, yesterday }: TakingProps) {
  if (today === null || yesterday === null) return null
  return (
    <Figure
      title={title}
      to={to}
      value={`¥${formatYuan(today.amount)}`}
      note={words.count(today.count)}
      before={`¥${formatYuan(yesterday.amount)} · ${words.count(yesterday.count)}`}
    />
  )
}

interface PeopleProps {
  title: string
  name: 'registrations' | 'firstDeposits'
  today: DayFigures
  yesterday: DayFigures
}

function People({ title, name, today, yesterday }: PeopleProps) {
  return <Figure title={title} value={words.people(today[name])} before={words.people(yesterday[name])} />
}

interface FigureProps {
  title: string
  value: ReactNode
  /** The list that the figure sums, for those who may see it. */
  to?: string
  note?: string
  before?: string
  plainBefore?: boolean
}

function Figure({ title, value, to, note, before, plainBefore }: FigureProps) {
  return (
    <Col span={8}>
      <div className="muted">{title}</div>
      <div className="figure">
        {to ? <Link to={to}>{value}</Link> : value} {note && <span className="muted small">{note}</span>}
      </div>
      {before && <div className="muted small">{plainBefore ? before : words.yesterday(before)}</div>}
    </Col>
  )
}
