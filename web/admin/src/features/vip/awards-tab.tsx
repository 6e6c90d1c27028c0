import { useMemo, useState } from 'react'
import type { Outcome, VipAward } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { ExportButtons } from '../../ui/export-buttons'
import { ListPage } from '../../ui/list-page'
import { formatYuan } from '../../ui/money'
import { useAction } from '../../ui/use-action'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { awardColumns } from './award-columns'

const words = text.vip
const idOf = (row: VipAward) => row.id

interface Asked {
  award: VipAward
  to: 'release' | 'refuse'
}

/** AwardsTab is what levels brought; without a filter in the address it shows what waits for staff. */
export function AwardsTab() {
  const { state } = useUrlState().filters
  const fixed = useMemo(
    () => (state === undefined ? { state: 'withheld' } : state === 'all' ? { state: undefined } : undefined),
    [state],
  )
  return <Awards name="vip.awards" path="/vip/awards" fixed={fixed} empty={state ? words.noAwards : words.noWithheld} />
}

interface AwardsProps {
  name: string
  path: string
  fixed?: Record<string, string | undefined>
  empty: string
  /** The player whose awards all of them are. */
  player?: string
}

/** Awards lists awards with what may be done to those that are withheld. */
export function Awards({ name, path, fixed, empty, player }: AwardsProps) {
  const url = useUrlState()
  const ofPlayer = player !== undefined
  const manages = useSession().may('vip.manage')
  const [asked, setAsked] = useState<Asked>()
  const columns = useMemo(
    () => [...awardColumns({ player: !ofPlayer }), ...(manages ? [actions(setAsked)] : [])] as ProColumns<VipAward>[],
    [manages, ofPlayer],
  )
  return (
    <>
      <ListPage<VipAward>
        inner
        title={words.awards}
        name={name}
        path={path}
        url={url}
        fixed={fixed}
        toolbar={ofPlayer && <ExportButtons name="vip-awards" query={{ ...queryOf(url.filters), player }} />}
        columns={columns}
        rowKey={idOf}
        poll={30_000}
        empty={empty}
        filters={[
          <ProFormSelect
            key="state"
            name="state"
            label={words.state}
            valueEnum={ofPlayer ? words.states : { ...words.states, all: words.allStates }}
            placeholder={ofPlayer ? words.allStates : words.states.withheld}
          />,
          !ofPlayer && <ProFormText key="player" name="player" label={words.player} />,
          <ProFormSelect key="track" name="track" label={words.track} valueEnum={words.tracks} />,
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
          !ofPlayer && <ProFormText key="run" name="run" label={words.runId} />,
        ].filter(Boolean)}
      />
      {asked && <DecideDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const actions = (onAsk: (asked: Asked) => void): ProColumns<VipAward> => ({
  title: text.detail.actions,
  key: 'actions',
  fixed: 'right',
  width: 130,
  render: (_, award) =>
    award.state === 'withheld' && (
      <Space>
        <Button size="small" onClick={() => onAsk({ award, to: 'release' })}>
          {words.release}
        </Button>
        <Button size="small" danger onClick={() => onAsk({ award, to: 'refuse' })}>
          {words.refuse}
        </Button>
      </Space>
    ),
})

/** DecideDialog pays a withheld award, or ends it; above the house's limit another person pays it. */
function DecideDialog({ award, to, onClose }: Asked & { onClose: () => void }) {
  const released = to === 'release'
  const { run, running } = useAction<Outcome>(released ? words.releaseDone : words.refuseDone)
  return (
    <ActionDialog<{ reason: string }>
      title={released ? words.releaseTitle : words.refuseTitle}
      okText={released ? words.release : words.refuse}
      danger={!released}
      running={running}
      quickReasons={released ? words.quickRelease : words.quickRefuse}
      onSend={(values) => run(`/vip/awards/${encodeURIComponent(award.id)}/${to}`, values)}
      onClose={onClose}
    >
      <p>
        <strong>{words.awardOf(award.player, words.tracks[award.track], award.level, award.kindText)}</strong>{' '}
        {words.unit} {formatYuan(award.amount)}
      </p>
      <p className="muted">
        {words.why}：{award.why}
      </p>
      <p>{released ? words.releaseExplain : words.refuseExplain}</p>
    </ActionDialog>
  )
}
