import type { Card, CoinAddress, Items, Player } from '../../api/wire'
import { Flex, Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Section } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { networkName } from '../coin/coins'
import { Revealable } from './revealable'

const words = text.card

/** Where a player's money can go: bank cards, and addresses for USDT. */
export default function CardsTab({ player }: { player: Player }) {
  return (
    <Flex vertical gap={16}>
      <Cards player={player} />
      <Section title={text.coin.addresses}>
        <Addresses player={player} />
      </Section>
    </Flex>
  )
}

function Addresses({ player }: { player: Player }) {
  const addresses = useDetail<Items<CoinAddress>>(`/players/${player.id}/addresses`)
  if (addresses.isPending) return <LoadingRows rows={2} />
  if (addresses.data === undefined) {
    return <LoadFailed message={addresses.error?.message ?? ''} onRetry={() => addresses.refetch()} />
  }
  return (
    <Table<CoinAddress>
      size="small"
      rowKey="id"
      columns={addressColumns}
      dataSource={addresses.data.items}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: text.coin.noAddresses }}
    />
  )
}

const addressColumns: TableColumnsType<CoinAddress> = [
  {
    title: text.coin.network,
    render: (_, row) => (
      <>
        {networkName(row.network)} {row.isDefault && <Tag color="processing">{text.coin.isDefault}</Tag>}
      </>
    ),
  },
  { title: text.coin.address, render: (_, row) => <span className="mono">{row.address}</span> },
  { title: text.coin.addedAt, render: (_, row) => <Time ms={row.addedAt} /> },
]

function Cards({ player }: { player: Player }) {
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
