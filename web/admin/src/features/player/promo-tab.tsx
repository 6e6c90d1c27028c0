import { useState } from 'react'
import type { Outcome, Player, PlayerPromo, PlayerPromos } from '../../api/wire'
import { Alert, Button, Flex, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { Facts, Section, StateTag, type Tone } from '../../ui/facts'
import { fenOf, formatYuan, Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { AwardsTable } from '../promo/awards-table'
import { useSession } from '../session/session'

const words = text.promo
const tone: Record<PlayerPromo['state'], Tone> = {
  0: 'default',
  1: 'warning',
  2: 'success',
  3: 'processing',
  4: 'error',
}

const columns: TableColumnsType<PlayerPromo> = [
  { title: words.name, render: (_, row) => row.name },
  { title: words.state, render: (_, row) => <StateTag label={row.stateText} tone={tone[row.state]} /> },
  {
    title: words.available,
    align: 'right',
    render: (_, row) => (row.draws > 0 ? words.draws(row.draws) : <Yuan value={row.amount} />),
  },
  { title: words.progress, render: (_, row) => row.progress.map((one) => <div key={one.name}>{progressOf(one)}</div>) },
  { title: words.note, render: (_, row) => row.reason ?? '—' },
]

function progressOf({ name, now, need, unit }: PlayerPromo['progress'][number]): string {
  const figure = (value: string) => formatYuan(value).replace(/\.00$/, '')
  return `${name} ${figure(now)}${fenOf(need) > 0n ? ` / ${figure(need)}` : ''} ${unit}`
}

/** PromoTab is how a player stands with the promotions, what they got, and whether they may take part at all. */
export default function PromoTab({ player }: { player: Player }) {
  const { may } = useSession()
  const url = useUrlState()
  const [switching, setSwitching] = useState(false)
  const standing = useDetail<PlayerPromos>(`/players/${player.id}/promotions`)
  if (standing.isPending) return <LoadingRows />
  if (standing.data === undefined) {
    return <LoadFailed message={standing.error?.message ?? ''} onRetry={() => standing.refetch()} />
  }
  const { frozen, frozenReason, frozenBy, frozenAt, items } = standing.data
  return (
    <Flex vertical gap={16}>
      <Section
        title={words.standing}
        extra={
          may('promo.manage') && (
            <Button size="small" danger={!frozen} onClick={() => setSwitching(true)}>
              {frozen ? words.unfreeze : words.freeze}
            </Button>
          )
        }
      >
        {frozen && (
          <>
            <Alert type="warning" showIcon title={words.frozen} className="spaced" />
            <Facts
              facts={[
                [text.action.reason, frozenReason],
                [words.frozenBy, frozenBy],
                [words.at, <Time key="at" ms={frozenAt} />],
              ]}
            />
          </>
        )}
        <Table<PlayerPromo>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={items}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <EmptyRows text={words.noStandings} /> }}
        />
      </Section>
      {may('promo.view') && (
        <Section title={words.awardsOfPlayer}>
          <AwardsTable url={url} player={player.id} />
        </Section>
      )}
      {switching && <FreezeDialog player={player} frozen={frozen} onClose={() => setSwitching(false)} />}
    </Flex>
  )
}

interface FreezeProps {
  player: Player
  frozen: boolean
  onClose: () => void
}

function FreezeDialog({ player, frozen, onClose }: FreezeProps) {
  const { run, running } = useAction<Outcome>(frozen ? words.unfrozenDone : words.frozenDone)
  return (
    <ActionDialog<{ reason: string }>
      title={frozen ? words.unfreezeTitle(player.name) : words.freezeTitle(player.name)}
      okText={frozen ? words.unfreeze : words.freeze}
      danger={!frozen}
      running={running}
      quickReasons={frozen ? words.quickUnfreeze : words.quickFreeze}
      onSend={({ reason }) => run(`/players/${player.id}/promotions/freeze`, { freeze: !frozen, reason })}
      onClose={onClose}
    >
      <p>{frozen ? words.unfreezeExplain : words.freezeExplain}</p>
    </ActionDialog>
  )
}
