import type { Player, Wallets } from '../../api/wire'
import { Flex, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Facts, StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { venueTone } from '../venue/tone'

const words = text.wallet

const columns: TableColumnsType<Wallets['venues'][number]> = [
  {
    title: words.venue,
    render: (_, row) => (
      <>
        {row.name} <span className="muted mono">{row.venue}</span>
      </>
    ),
  },
  { title: words.balance, align: 'right', render: (_, row) => <Yuan value={row.balance} strong /> },
  {
    title: words.told,
    align: 'right',
    render: (_, row) =>
      row.told === null ? <span className="muted">{words.unknown}</span> : <Yuan value={row.told} />,
  },
  { title: words.toldAt, render: (_, row) => <Time ms={row.toldAt} /> },
  {
    title: words.state,
    render: (_, row) => <StateTag label={text.venue.states[row.state]} tone={venueTone[row.state]} />,
  },
]

export function WalletsTab({ player }: { player: Player }) {
  const wallets = useDetail<Wallets>(`/players/${player.id}/wallets`)
  if (wallets.isPending) return <LoadingRows />
  if (wallets.data === undefined) {
    return <LoadFailed message={wallets.error?.message ?? ''} onRetry={() => wallets.refetch()} />
  }
  const { sum, centre, locked, transit, venues } = wallets.data
  return (
    <Flex vertical gap={12}>
      <Facts
        facts={[
          [words.sum, <Yuan key="sum" value={sum} strong />],
          [words.centre, <Yuan key="centre" value={centre} strong />],
          [words.locked, <Yuan key="locked" value={locked} />],
          [words.transit, <Yuan key="transit" value={transit} />],
        ]}
      />
      <Table
        size="small"
        rowKey="venue"
        columns={columns}
        dataSource={venues}
        pagination={false}
        locale={{ emptyText: words.noVenues }}
      />
    </Flex>
  )
}
