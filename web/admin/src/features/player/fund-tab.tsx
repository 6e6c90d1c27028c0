import { useState } from 'react'
import type { Player, PlayerFund, PlayerFundTask } from '../../api/wire'
import { Button, Flex, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Facts, Section, StateTag, type Tone } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Bonus } from '../fund/bonus'
import { GrantDialog } from '../fund/grant-dialog'
import { FundRecords } from '../fund/records'
import { useSession } from '../session/session'

const words = text.fund
const tone: Record<PlayerFundTask['status'], Tone> = { 0: 'default', 1: 'warning', 2: 'success' }

const columns: TableColumnsType<PlayerFundTask> = [
  { title: words.name, render: (_, row) => row.name },
  { title: words.kind, render: (_, row) => words.kinds[row.kind] },
  {
    title: words.progress,
    align: 'right',
    render: (_, row) => (
      <>
        <Yuan value={row.done} strong /> / <Yuan value={row.threshold} />
      </>
    ),
  },
  { title: words.amount, align: 'right', render: (_, row) => <Bonus value={row.amount} /> },
  {
    title: words.state,
    render: (_, row) => <StateTag label={words.taskStates[row.status]} tone={tone[row.status]} />,
  },
]

/** FundTab is a player's C$: what there is, today's tasks, every record for those who may see the fund, and the grant. */
export default function FundTab({ player }: { player: Player }) {
  const { may } = useSession()
  const [granting, setGranting] = useState(false)
  const fund = useDetail<PlayerFund>(`/players/${player.id}/fund`)
  if (fund.isPending) return <LoadingRows />
  if (fund.data === undefined) {
    return <LoadFailed message={fund.error?.message ?? ''} onRetry={() => fund.refetch()} />
  }
  const { balance, unlockedToday, tasks } = fund.data
  return (
    <Flex vertical gap={16}>
      <Section
        title={words.title}
        extra={
          may('fund.grant') && (
            <Button size="small" type="primary" onClick={() => setGranting(true)}>
              {words.grant}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [words.balance, <Bonus key="balance" value={balance} strong />],
            [words.unlockedToday, <Bonus key="unlocked" value={unlockedToday} />],
          ]}
        />
      </Section>
      <Section title={words.todayTasks}>
        <Table<PlayerFundTask>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={tasks}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <EmptyRows text={words.noTasks} /> }}
        />
      </Section>
      {may('fund.view') && (
        <Section title={words.records}>
          <FundRecords player={player.id} />
        </Section>
      )}
      {granting && <GrantDialog player={player} onClose={() => setGranting(false)} />}
    </Flex>
  )
}
