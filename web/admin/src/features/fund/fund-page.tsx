import { type ReactNode, useState } from 'react'
import type { Fund, FundTask } from '../../api/wire'
import { Button, Card, Col, Flex, Row, Space, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { useSession } from '../session/session'
import { HistoryButton } from '../setting/versions'
import { Bonus } from './bonus'
import { FundRecords } from './records'
import { changesOf } from './rules'
import { TaskDialog } from './task-dialog'

const words = text.fund

/** FundPage is the bonus fund of all players: its figures, the tasks that unlock C$, and every record. */
export default function FundPage() {
  const fund = useDetail<Fund>('/fund')
  return (
    <Flex vertical gap={12}>
      <div>
        <h1 className="page-title">{words.title}</h1>
        {fund.data && <p className="muted page-explain">{words.explain(fund.data.multiple)}</p>}
      </div>
      {fund.data ? (
        <>
          <Figures fund={fund.data} />
          <Tasks tasks={fund.data.tasks} />
        </>
      ) : (
        <Card size="small">
          {fund.isPending ? (
            <LoadingRows />
          ) : (
            <LoadFailed message={fund.error?.message ?? ''} onRetry={() => fund.refetch()} />
          )}
        </Card>
      )}
      <Card size="small" title={<h2 className="section-title">{words.records}</h2>}>
        <FundRecords />
      </Card>
    </Flex>
  )
}

function Figures({ fund: { today, figures } }: { fund: Fund }) {
  return (
    <Card size="small" title={<h2 className="section-title">{words.figures(today)}</h2>}>
      <Row gutter={[12, 12]}>
        <Figure title={words.held} value={<Bonus value={figures.held} />} />
        <Figure title={words.incomeToday} value={<Bonus value={figures.incomeToday} />} />
        <Figure title={words.unlockedToday} value={<Bonus value={figures.unlockedToday} />} />
        <Figure title={words.expiredYesterday} value={<Bonus value={figures.expiredYesterday} />} />
        <Figure title={words.players} value={words.people(figures.players)} />
      </Row>
    </Card>
  )
}

function Figure({ title, value }: { title: string; value: ReactNode }) {
  return (
    <Col flex="1 1 160px">
      <div className="muted">{title}</div>
      <div className="figure">{value}</div>
    </Col>
  )
}

function Tasks({ tasks }: { tasks: FundTask[] }) {
  const manages = useSession().may('fund.manage')
  const [edited, setEdited] = useState<number | 'new'>()
  return (
    <Card
      size="small"
      title={<h2 className="section-title">{words.tasks}</h2>}
      extra={
        manages && (
          <Button size="small" type="primary" onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        )
      }
    >
      <Table<FundTask>
        size="small"
        rowKey="id"
        columns={taskColumns(manages ? ({ id }) => setEdited(id) : undefined)}
        dataSource={tasks}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyRows text={words.noTasks} /> }}
      />
      {edited && <TaskDialog task={tasks.find(({ id }) => id === edited)} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

function taskColumns(onEdit?: (task: FundTask) => void): TableColumnsType<FundTask> {
  return [
    { title: words.name, render: (_, row) => <strong>{row.name}</strong> },
    { title: words.kind, render: (_, row) => words.kinds[row.kind] },
    { title: words.threshold, align: 'right', render: (_, row) => <Yuan value={row.threshold} /> },
    { title: words.amount, align: 'right', render: (_, row) => <Bonus value={row.amount} strong /> },
    {
      title: words.state,
      render: (_, row) => (
        <>
          <StateTag label={row.active ? words.on : words.off} tone={row.active ? 'success' : 'default'} />
          {row.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </>
      ),
    },
    { title: words.next, render: (_, row) => <Next task={row} /> },
    {
      title: text.detail.actions,
      width: 150,
      fixed: 'right' as const,
      render: (_, row) => (
        <Space size={4}>
          {onEdit && (
            <Button
              size="small"
              aria-label={words.editOf(row.name)}
              disabled={row.approvalId !== null}
              onClick={() => onEdit(row)}
            >
              {words.edit}
            </Button>
          )}
          <HistoryButton label={row.name} path={`/fund/tasks/${row.id}/history`} />
        </Space>
      ),
    },
  ]
}

/** Next says what is different from the next day on. */
function Next({ task }: { task: FundTask }) {
  if (task.next === null) return <span className="muted">{words.noNext}</span>
  return (
    <>
      <div className="muted small">{words.from(task.next.from)}</div>
      {changesOf(task).map((change) => (
        <div key={change}>{change}</div>
      ))}
    </>
  )
}
