import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Outcome, Promo, Promos } from '../../api/wire'
import { Alert, Button, Card, Flex, Space, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { formatYuan, Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { HistoryButton } from '../setting/versions'
import { DrawDialog } from './draw-dialog'
import { Figures, Runs } from './figures'
import { PageReminder } from './page-reminder'
import { PreviewDialog } from './preview-dialog'
import { type AskedRule, RuleDialog } from './rule-dialog'
import { changesOf, sentenceOf, usedOf, windowOf } from './terms'

const words = text.promo

type Opened =
  | { what: 'edit' | 'switch' | 'preview' | 'draw'; promo: Promo }
  | { what: 'add' }
  | { what: 'page'; asked: AskedRule }

/** RulesPage is every promotion as it stands, what it becomes, and what it costs (PROMO-03 to PROMO-13). */
export default function RulesPage() {
  const promos = useDetail<Promos>('/promotions')
  const [opened, setOpened] = useState<Opened>()
  const manages = useSession().may('promo.manage')
  const close = () => setOpened(undefined)
  const closeRule = (asked?: AskedRule) => setOpened(asked && asked.activity > 0 ? { what: 'page', asked } : undefined)
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        <p className="muted page-explain">{words.explain}</p>
      </div>
      {promos.data && promos.data.withheld > 0 && (
        <Alert
          type="warning"
          showIcon
          title={words.withheld(promos.data.withheld)}
          action={<Link to={paths.promoWithheld}>{words.toWithheld}</Link>}
        />
      )}
      <Card
        size="small"
        title={<h2 className="section-title">{words.list}</h2>}
        extra={
          manages && (
            <Button size="small" type="primary" onClick={() => setOpened({ what: 'add' })}>
              {words.add}
            </Button>
          )
        }
      >
        {promos.data ? (
          <Table<Promo>
            size="small"
            rowKey="id"
            columns={columnsOf(setOpened, manages)}
            dataSource={promos.data.items}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <EmptyRows text={words.none} /> }}
          />
        ) : promos.isPending ? (
          <LoadingRows />
        ) : (
          <LoadFailed message={promos.error?.message ?? ''} onRetry={() => promos.refetch()} />
        )}
      </Card>
      <Figures />
      <Runs />
      {opened?.what === 'add' && <RuleDialog onClose={closeRule} />}
      {opened?.what === 'edit' && <RuleDialog promo={current(promos.data, opened.promo)} onClose={closeRule} />}
      {opened?.what === 'switch' && <SwitchDialog promo={opened.promo} onClose={close} />}
      {opened?.what === 'preview' && <PreviewDialog promo={opened.promo} onClose={close} />}
      {opened?.what === 'page' && <PageReminder asked={opened.asked} onClose={close} />}
      {opened?.what === 'draw' && <DrawDialog promo={opened.promo} onClose={close} />}
    </Flex>
  )
}

/** What a promotion is by now: another person may have changed it since it was opened. */
const current = (promos: Promos | undefined, opened: Promo) =>
  promos?.items.find(({ id }) => id === opened.id) ?? opened

function columnsOf(onOpen: (opened: Opened) => void, manages: boolean): TableColumnsType<Promo> {
  return [
    {
      title: words.name,
      width: 150,
      render: (_, row) => (
        <>
          <strong>{row.rule.name}</strong>
          <div className="muted small">{words.kinds[row.kind]}</div>
        </>
      ),
    },
    { title: words.state, width: 150, render: (_, row) => <State promo={row} /> },
    { title: words.terms, width: 300, render: (_, row) => sentenceOf(row.rule.params) },
    { title: words.window, width: 120, render: (_, row) => windowOf(row.rule) },
    { title: words.month, width: 170, align: 'right', render: (_, row) => <Spent promo={row} /> },
    { title: words.next, width: 180, render: (_, row) => <Next promo={row} /> },
    {
      title: text.detail.actions,
      width: 160,
      fixed: 'right' as const,
      render: (_, row) => <Actions promo={row} onOpen={onOpen} manages={manages} />,
    },
  ]
}

function State({ promo }: { promo: Promo }) {
  return (
    <>
      <StateTag label={promo.running ? words.running : words.stopped} tone={promo.running ? 'success' : 'default'} />
      {promo.approvalId !== null && <StateTag label={words.changeWaits} tone="processing" />}
      {promo.startingId !== null && <StateTag label={words.startWaits} tone="processing" />}
      {promo.switchedAt > 0 && (
        <div className="muted small">{words.switched(promo.switchedBy, gmtTime(promo.switchedAt).slice(0, 16))}</div>
      )}
    </>
  )
}

function Spent({ promo: { spentMonth, awardsMonth, overBudget, rule } }: { promo: Promo }) {
  const used = usedOf(spentMonth, rule.budget)
  return (
    <>
      <Yuan value={spentMonth} strong />
      <div className="muted small">{words.awardsOf(awardsMonth)}</div>
      <div className="muted small">{used ? words.budgetOf(formatYuan(rule.budget), used) : words.noBudget}</div>
      {overBudget && <StateTag label={words.over} tone="error" />}
    </>
  )
}

/** Next says what is different from the next period on. */
function Next({ promo: { rule, next } }: { promo: Promo }) {
  if (next === null) return <span className="muted">{words.noNext}</span>
  return (
    <>
      <div className="muted small">{words.from(next.from)}</div>
      {changesOf(rule, next).map((change) => (
        <div key={change}>{change}</div>
      ))}
    </>
  )
}

interface ActionsProps {
  promo: Promo
  onOpen: (opened: Opened) => void
  manages: boolean
}

function Actions({ promo, onOpen, manages }: ActionsProps) {
  const { name } = promo.rule
  return (
    <Space size={4} wrap>
      {manages && (
        <>
          <Button
            size="small"
            aria-label={words.editOf(name)}
            disabled={promo.approvalId !== null}
            onClick={() => onOpen({ what: 'edit', promo })}
          >
            {words.edit}
          </Button>
          <Button
            size="small"
            danger={promo.running}
            aria-label={promo.running ? words.stopOf(name) : words.startOf(name)}
            disabled={promo.startingId !== null}
            onClick={() => onOpen({ what: 'switch', promo })}
          >
            {promo.running ? words.stop : words.start}
          </Button>
        </>
      )}
      <HistoryButton label={name} path={`/promotions/${promo.id}/history`} />
      {promo.period !== 'day' && (
        <Button size="small" aria-label={words.previewOf(name)} onClick={() => onOpen({ what: 'preview', promo })}>
          {words.preview}
        </Button>
      )}
      {promo.kind === 'surprise' && (
        <Button size="small" aria-label={words.drawOf(name)} onClick={() => onOpen({ what: 'draw', promo })}>
          {words.draw}
        </Button>
      )}
    </Space>
  )
}

/** SwitchDialog: off at once and by one person, on again only with a second one. */
function SwitchDialog({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const { running: on, rule } = promo
  const { run, running } = useAction<Outcome>(on ? words.stoppedDone : words.startedDone)
  return (
    <ActionDialog<{ reason: string }>
      title={on ? words.stopTitle(rule.name) : words.startTitle(rule.name)}
      okText={on ? words.stop : words.submit}
      danger={on}
      running={running}
      quickReasons={on ? words.quickStop : words.quickStart}
      onSend={(values) => run(`/promotions/${promo.id}/${on ? 'stop' : 'start'}`, values)}
      onClose={onClose}
    >
      <p>{on ? words.stopExplain : words.startExplain}</p>
    </ActionDialog>
  )
}
