import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { AwardState, Outcome, PromoAward, SumPage, Yuan as YuanText } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { StateTag, type Tone } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { formatYuan, Yuan } from '../../ui/money'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import type { UrlState } from '../../ui/use-url-state'
import { Waiting } from '../../ui/waiting'
import { useSession } from '../session/session'

const words = text.promo
const idOf = (row: PromoAward) => row.id
const tone: Record<AwardState, Tone> = { paid: 'success', withheld: 'warning', refused: 'error', cancelled: 'default' }

type Act = 'release' | 'refuse' | 'cancel'

/** What may be done to an award, by its state. */
const actsOn: Partial<Record<AwardState, Act[]>> = { withheld: ['release', 'refuse'], paid: ['cancel'] }

interface Props {
  url: UrlState
  /** The awards of one player, inside that player's page. */
  player?: string
  /** What waits for a person, oldest first. */
  withheld?: boolean
  toolbar?: ReactNode
}

/** AwardsTable is what promotions gave, with what may be done about each. */
export function AwardsTable({ url, player, withheld = false, toolbar }: Props) {
  const manages = useSession().may('promo.manage')
  const [asked, setAsked] = useState<{ act: Act; award: PromoAward }>()
  const fixed = useMemo(
    () => ({
      ...(player === undefined ? {} : { player }),
      ...(withheld ? { state: 'withheld' } : {}),
    }),
    [player, withheld],
  )
  const columns = useMemo(
    () =>
      [
        ...all.filter(({ key }) => player === undefined || key !== 'player'),
        ...(manages ? [actionsOf((act, award) => setAsked({ act, award }))] : []),
      ] as ProColumns<PromoAward>[],
    [manages, player],
  )
  return (
    <>
      <ListPage<PromoAward, SumPage<PromoAward, { amount: YuanText }>>
        inner={player !== undefined}
        title={words.awards}
        name={player === undefined ? 'promo.awards' : 'player.promo'}
        path="/promo/awards"
        url={url}
        fixed={fixed}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        empty={withheld ? words.withheldNone : words.awardsNone}
        toolbar={toolbar}
        sum={(page) => (
          <Space size="large">
            <span className="muted">{text.list.sum}</span>
            <span>
              {words.sum} <Yuan value={page.sum.amount} strong />
            </span>
          </Space>
        )}
        filters={[
          player === undefined && <ProFormText key="player" name="player" label={words.player} />,
          player === undefined && <ProFormText key="rule" name="rule" label={words.ruleId} />,
          player === undefined && (
            <ProFormSelect
              key="booked"
              name="booked"
              label={words.dateBy}
              placeholder={words.byAward}
              valueEnum={words.byBooking}
            />
          ),
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
          !withheld && <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <DaysFilter key="days" />,
        ].filter(Boolean)}
      />
      {asked && <AwardDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const all: ProColumns<PromoAward>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.at} /> },
  {
    title: text.time.waits,
    key: 'waits',
    render: (_, row) => (row.state === 'withheld' ? <Waiting since={row.at} queue="award" /> : '—'),
  },
  {
    title: words.player,
    key: 'player',
    render: (_, row) => <Link to={paths.playerPromo(row.player)}>{row.player}</Link>,
  },
  { title: words.rule, key: 'rule', render: (_, row) => row.name },
  { title: words.sum, key: 'amount', align: 'right', render: (_, row) => <Yuan value={row.amount} strong /> },
  {
    title: words.state,
    key: 'state',
    render: (_, row) => <StateTag label={words.states[row.state]} tone={tone[row.state]} />,
  },
  { title: words.why, key: 'why', width: 140, render: (_, row) => row.why ?? '—' },
  { title: words.remark, key: 'remark', width: 180, render: (_, row) => row.remark },
  { title: words.turnoverSum, key: 'turnover', align: 'right', render: (_, row) => <Yuan value={row.turnover} /> },
  { title: words.by, key: 'by', render: (_, row) => byOf(row) },
]

function byOf({ by, player, decidedBy }: PromoAward): string {
  if (decidedBy !== null) return decidedBy.startsWith('system:') ? words.house : decidedBy
  if (by.startsWith('system:')) return words.house
  return by === player ? words.self : by
}

const actionsOf = (onAct: (act: Act, award: PromoAward) => void): ProColumns<PromoAward> => ({
  title: text.detail.actions,
  key: 'actions',
  fixed: 'right',
  width: 140,
  render: (_, row) => (
    <Space size={4}>
      {actsOn[row.state]?.map((act) => (
        <Button
          key={act}
          size="small"
          danger={act !== 'release'}
          aria-label={words.ofAward(words[act], row.player, formatYuan(row.amount))}
          onClick={() => onAct(act, row)}
        >
          {words[act]}
        </Button>
      ))}
    </Space>
  ),
})

const dialogs = {
  release: { explain: words.releaseExplain, quick: words.quickRelease, done: words.released, asks: true },
  refuse: { explain: words.refuseExplain, quick: words.quickRefuse, done: words.refused, asks: false },
  cancel: { explain: words.cancelExplain, quick: words.quickCancel, done: words.cancelled, asks: true },
}

function AwardDialog({ act, award, onClose }: { act: Act; award: PromoAward; onClose: () => void }) {
  const { explain, quick, done, asks } = dialogs[act]
  const { run, running } = useAction<Outcome>(done)
  return (
    <ActionDialog<{ reason: string }>
      title={words.ofAward(words[act], award.player, formatYuan(award.amount))}
      okText={asks ? words.submit : words[act]}
      danger={act !== 'release'}
      running={running}
      quickReasons={quick}
      onSend={(values) => run(`/promo/awards/${award.id}/${act}`, values)}
      onClose={onClose}
    >
      <p>{explain}</p>
      {award.why !== null && (
        <p>
          <span className="muted">{words.why}：</span>
          {award.why}
        </p>
      )}
    </ActionDialog>
  )
}
