import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Items, Outcome, Player, PlayerLink, PlayerTrack, PlayerVip } from '../../api/wire'
import { Alert, Button, Flex, Table, type TableColumnsType, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { Section, StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { Bonus } from '../fund/bonus'
import { useSession } from '../session/session'
import { Awards } from '../vip/awards-tab'

const words = text.vip

/** VipTab is a player's levels and why they are what they are, what they brought, who may be the same person, and the hold. */
export default function VipTab({ player }: { player: Player }) {
  const vip = useDetail<PlayerVip>(`/players/${player.id}/vip`)
  if (vip.isPending) return <LoadingRows />
  if (vip.data === undefined) {
    return <LoadFailed message={vip.error?.message ?? ''} onRetry={() => vip.refetch()} />
  }
  return (
    <Flex vertical gap={16}>
      <Standing player={player} vip={vip.data} />
      <Section title={words.links}>
        <Links player={player.id} />
      </Section>
      <Section title={words.awards}>
        <Awards player={player.id} name="player.vip" path={`/players/${player.id}/vip/awards`} empty={words.noAwards} />
      </Section>
    </Flex>
  )
}

function Standing({ player, vip: { start, tracks, hold, level } }: { player: Player; vip: PlayerVip }) {
  const manages = useSession().may('vip.manage')
  const [asked, setAsked] = useState(false)
  return (
    <Section
      title={`${words.ofPlayer} · ${words.levelOf(level)} · ${words.since(start)}`}
      extra={
        manages &&
        hold === null && (
          <Button size="small" danger onClick={() => setAsked(true)}>
            {words.hold}
          </Button>
        )
      }
    >
      {hold && (
        <Alert
          type="warning"
          showIcon
          className="spaced"
          title={words.held}
          description={words.heldSince(hold.by, gmtTime(hold.at), hold.reason)}
          action={
            manages && (
              <Button size="small" onClick={() => setAsked(true)}>
                {words.lift}
              </Button>
            )
          }
        />
      )}
      <Table<PlayerTrack>
        size="small"
        rowKey="track"
        columns={trackColumns}
        dataSource={tracks}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{
          expandedRowRender: (row) => <Venues venues={row.venues} />,
          rowExpandable: (row) => row.venues.length > 0,
        }}
      />
      {asked && <HoldDialog player={player} held={hold !== null} onClose={() => setAsked(false)} />}
    </Section>
  )
}

const trackColumns: TableColumnsType<PlayerTrack> = [
  {
    title: words.track,
    render: (_, row) => (
      <>
        {row.name} {!row.enabled && <StateTag label={words.off} tone="default" />}
      </>
    ),
  },
  { title: words.level, render: (_, row) => <strong>{words.levelOf(row.level)}</strong> },
  {
    title: words.reached,
    render: (_, row) =>
      row.reached > row.level ? (
        <StateTag label={words.levelOf(row.reached)} tone="success" />
      ) : (
        <span className="muted">{words.same}</span>
      ),
  },
  { title: words.validBet, align: 'right', render: (_, row) => <Yuan value={row.validBet} strong /> },
  {
    title: words.next,
    render: (_, row) =>
      row.next === null ? (
        <span className="muted">{words.highest}</span>
      ) : (
        <>
          {words.levelOf(row.next.level)} · <Yuan value={row.next.validBet} />
        </>
      ),
  },
  {
    title: words.wants,
    align: 'right',
    render: (_, row) => (row.next === null ? '—' : <Yuan value={row.wants} />),
  },
  { title: words.ownIncome, align: 'right', render: (_, row) => <Bonus value={row.income} /> },
  { title: words.nextRun, render: (_, row) => <Time ms={row.nextRun} /> },
]

function Venues({ venues }: { venues: PlayerTrack['venues'] }) {
  return (
    <Flex wrap gap={8}>
      <span className="muted">{words.venues}</span>
      {venues.map(({ venue, name, validBet }) => (
        <Tag key={venue}>
          {name} <Yuan value={validBet} />
        </Tag>
      ))}
    </Flex>
  )
}

const linkColumns: TableColumnsType<PlayerLink> = [
  { title: words.player, render: (_, row) => <Link to={paths.playerVip(row.id)}>{row.name}</Link> },
  {
    title: words.linkBy,
    render: (_, row) => row.by.map((mark) => <Tag key={mark}>{words.markNames[mark]}</Tag>),
  },
  { title: words.registered, render: (_, row) => <Time ms={row.registeredAt} /> },
]

/** Links are the other accounts that may be the same person's. */
function Links({ player }: { player: string }) {
  const links = useDetail<Items<PlayerLink>>(`/players/${player}/links`)
  if (links.isPending) return <LoadingRows />
  if (links.data === undefined) {
    return <LoadFailed message={links.error?.message ?? ''} onRetry={() => links.refetch()} />
  }
  return (
    <>
      <p className="muted small">{words.linksExplain}</p>
      <Table<PlayerLink>
        size="small"
        rowKey="id"
        columns={linkColumns}
        dataSource={links.data.items}
        pagination={links.data.items.length > 20 ? { pageSize: 20 } : false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyRows text={words.noLinks} /> }}
      />
    </>
  )
}

function HoldDialog({ player, held, onClose }: { player: Player; held: boolean; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(held ? words.liftDone : words.holdDone)
  return (
    <ActionDialog<{ reason: string }>
      title={held ? words.liftTitle(player.name) : words.holdTitle(player.name)}
      okText={held ? words.lift : words.hold}
      danger={!held}
      running={running}
      quickReasons={held ? undefined : words.quickHold}
      onSend={(values) => run(`/players/${player.id}/vip/${held ? 'lift' : 'freeze'}`, values)}
      onClose={onClose}
    >
      <p>{held ? words.liftExplain : words.holdExplain}</p>
    </ActionDialog>
  )
}
