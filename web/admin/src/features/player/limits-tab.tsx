import type { LimitChange, Player, PlayerLimits, PlayerStop } from '../../api/wire'
import { Flex, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Facts, Section } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.player.limits

const amount = (value: LimitChange['amount']) => (value === null ? words.none : <Yuan value={value} />)
const time = (at: number | null) => <Time ms={at} />

const deposits: TableColumnsType<PlayerLimits['deposits'][number]> = [
  { title: words.period, render: (_, row) => words.periods[row.period] },
  { title: words.amount, align: 'right', render: (_, row) => amount(row.amount) },
  { title: words.used, align: 'right', render: (_, row) => <Yuan value={row.used} /> },
  { title: words.open, align: 'right', render: (_, row) => <Yuan value={row.open} /> },
  {
    title: words.pending,
    render: (_, row) =>
      row.pending ? (
        <>
          {amount(row.pending.amount)} · <Time ms={row.pending.readyAt} />
        </>
      ) : (
        words.dash
      ),
  },
]

const stops: TableColumnsType<PlayerStop> = [
  { title: words.kind, render: (_, row) => words.kinds[row.kind] },
  { title: words.term, render: (_, row) => (row.term === '' ? words.days(row.days) : words.terms[row.term]) },
  { title: words.since, render: (_, row) => <Time ms={row.since} /> },
  { title: words.until, render: (_, row) => <Time ms={row.until} /> },
  { title: words.askedAt, render: (_, row) => time(row.askedAt) },
  { title: words.endsAt, render: (_, row) => (row.endsAt === null ? words.stands : <Time ms={row.endsAt} />) },
]

const changes: TableColumnsType<LimitChange> = [
  { title: words.period, render: (_, row) => words.periods[row.period] },
  { title: words.was, align: 'right', render: (_, row) => amount(row.was) },
  { title: words.amount, align: 'right', render: (_, row) => amount(row.amount) },
  { title: words.askedAt, render: (_, row) => <Time ms={row.askedAt} /> },
  { title: words.readyAt, render: (_, row) => <Time ms={row.readyAt} /> },
  { title: words.appliedAt, render: (_, row) => time(row.appliedAt) },
  { title: words.cancelledAt, render: (_, row) => time(row.cancelledAt) },
]

/** LimitsTab is what a player decided about themself. It has no button: nobody but the player changes any of it. */
export default function LimitsTab({ player }: { player: Player }) {
  const limits = useDetail<PlayerLimits>(`/players/${player.id}/limits`)
  if (limits.isPending) return <LoadingRows />
  if (limits.data === undefined) {
    return <LoadFailed message={limits.error?.message ?? ''} onRetry={() => limits.refetch()} />
  }
  const { stop, reality } = limits.data
  return (
    <Flex vertical gap={16}>
      <Section title={words.title}>
        <Facts
          facts={[
            [words.now, stop ? words.kinds[stop.kind] : words.free],
            [
              words.endsAt,
              stop ? stop.endsAt === null ? words.stands : <Time key="ends" ms={stop.endsAt} /> : words.dash,
            ],
            [words.reality, reality === 0 ? words.off : words.minutes(reality)],
          ]}
        />
        <p>{words.explain}</p>
      </Section>
      <Section title={words.deposits}>
        <Table rowKey="period" size="small" pagination={false} columns={deposits} dataSource={limits.data.deposits} />
      </Section>
      <Section title={words.stops}>
        <Table
          rowKey="since"
          size="small"
          pagination={false}
          columns={stops}
          dataSource={limits.data.stops}
          locale={{ emptyText: <EmptyRows text={words.noStops} /> }}
        />
      </Section>
      <Section title={words.changes}>
        <Table
          rowKey={(row) => `${row.period} ${row.askedAt} ${row.amount}`}
          size="small"
          pagination={false}
          columns={changes}
          dataSource={limits.data.changes}
          locale={{ emptyText: <EmptyRows text={words.noChanges} /> }}
        />
      </Section>
    </Flex>
  )
}
