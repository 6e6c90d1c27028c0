import type { Card, Items, Player } from '../../api/wire'
import { Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { Revealable } from './revealable'

const words = text.card

export default function CardsTab({ player }: { player: Player }) {
  const cards = useDetail<Items<Card>>(`/players/${player.id}/cards`)
  if (cards.isPending) return <LoadingRows />
  if (cards.data === undefined) {
    return <LoadFailed message={cards.error?.message ?? ''} onRetry={() => cards.refetch()} />
  }
  return (
    <Table<Card>
      size="small"
      rowKey="id"
      columns={cardColumns(player.id)}
      dataSource={cards.data.items}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: words.empty }}
    />
  )
}

function cardColumns(playerId: string): TableColumnsType<Card> {
  return [
    {
      title: words.bank,
      render: (_, row) => (
        <>
          {row.bank} {row.isDefault && <Tag color="processing">{words.isDefault}</Tag>}
        </>
      ),
    },
    {
      title: words.number,
      render: (_, row) => (
        <Revealable playerId={playerId} field="card" cardId={row.id} label={words.number} masked={row.number} />
      ),
    },
    { title: words.holder, render: (_, row) => row.holder },
    { title: words.branch, render: (_, row) => `${row.province} ${row.city} ${row.branch}` },
    { title: words.bound, render: (_, row) => <Time ms={row.boundAt} /> },
  ]
}
