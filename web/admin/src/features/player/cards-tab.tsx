import { useState } from 'react'
import type { Card, CoinAddress, Items, Outcome, Player } from '../../api/wire'
import { Button, Flex, Table, type TableColumnsType, Tag } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { Section } from '../../ui/facts'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { networkName } from '../coin/coins'
import { useSession } from '../session/session'
import { Revealable } from './revealable'

const words = text.card
const removal = text.player.remove

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
      columns={addressColumns(player.id)}
      dataSource={addresses.data.items}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: text.coin.noAddresses }}
    />
  )
}

function addressColumns(playerId: string): TableColumnsType<CoinAddress> {
  return [
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
    {
      title: text.detail.actions,
      render: (_, row) => (
        <Remove
          path={`/players/${playerId}/addresses/${row.id}/remove`}
          title={removal.address(row.address.slice(-4))}
        />
      ),
    },
  ]
}

/** Remove asks a second person to remove a destination that the player cannot remove alone. */
function Remove({ path, title }: { path: string; title: string }) {
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const { run, running } = useAction<Outcome>(text.action.waitingSecond)
  if (!may('player.correct')) return <span className="muted">—</span>
  return (
    <>
      <Button size="small" danger onClick={() => setAsking(true)}>
        {removal.button}
      </Button>
      {asking && (
        <ActionDialog<{ reason: string }>
          title={title}
          okText={text.player.correct.ok}
          danger
          running={running}
          quickReasons={removal.quick}
          onSend={(values) => run(path, values)}
          onClose={() => setAsking(false)}
        >
          <p>{removal.explain}</p>
        </ActionDialog>
      )}
    </>
  )
}

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
    {
      title: text.detail.actions,
      render: (_, row) => (
        <Remove path={`/players/${playerId}/cards/${row.id}/remove`} title={removal.card(row.number.slice(-4))} />
      ),
    },
  ]
}
