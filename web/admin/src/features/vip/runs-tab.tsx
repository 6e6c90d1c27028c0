import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Vip, VipProgramme, VipRun, VipTrack } from '../../api/wire'
import { Button, Col, Flex, type ProColumns, ProFormSelect, Row, Table, type TableColumnsType, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { Section, StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { Bonus } from '../fund/bonus'
import { RunDrawer } from './run-drawer'
import { runTone } from './tones'

const words = text.vip
const idOf = (row: VipRun) => row.id

/** RunsTab is when the programmes run next, where the players stand, and every run there was. */
export function RunsTab() {
  const url = useUrlState()
  const vip = useDetail<Vip>('/vip')
  return (
    <Flex vertical gap={16}>
      {vip.data ? (
        <>
          <Figures vip={vip.data} />
          <Levels levels={vip.data.levels} />
        </>
      ) : vip.isPending ? (
        <LoadingRows />
      ) : (
        <LoadFailed message={vip.error?.message ?? ''} onRetry={() => vip.refetch()} />
      )}
      <Section title={words.runs}>
        <ListPage<VipRun>
          inner
          title={words.runs}
          name="vip.runs"
          path="/vip/runs"
          url={url}
          columns={runColumns(url.setOpen)}
          rowKey={idOf}
          poll={30_000}
          onOpen={(run) => url.setOpen(run.id)}
          empty={words.noRuns}
          filters={
            <ProFormSelect key="programme" name="programme" label={words.programme} valueEnum={words.programmes} />
          }
        />
      </Section>
      <RunDrawer id={url.open} onClose={() => url.setOpen(undefined)} />
    </Flex>
  )
}

function Figures({ vip }: { vip: Vip }) {
  return (
    <Row gutter={[12, 12]}>
      {vip.programmes.map((programme) => (
        <Figure
          key={programme.programme}
          title={<ProgrammeTitle programme={programme} />}
          value={<Time ms={programme.nextRun} />}
          note={words.uptoDay(programme.upto)}
        />
      ))}
      <Figure
        title={words.withheldCount}
        value={<Link to={paths.vipTab('awards')}>{words.count(vip.withheld)}</Link>}
      />
      <Figure title={words.withheldAmount} value={<Bonus value={vip.withheldAmount} />} />
    </Row>
  )
}

function ProgrammeTitle({ programme: { programme, enabled, running } }: { programme: VipProgramme }) {
  return (
    <>
      {words.programmes[programme]} · {words.nextRun} {!enabled && <StateTag label={words.off} tone="default" />}
      {running !== null && <StateTag label={words.running} tone="processing" />}
    </>
  )
}

function Figure({ title, value, note }: { title: ReactNode; value: ReactNode; note?: string }) {
  return (
    <Col flex="1 1 200px">
      <div className="muted">{title}</div>
      <div className="figure">{value}</div>
      {note && <div className="muted small">{note}</div>}
    </Col>
  )
}

interface TrackLevels {
  track: VipTrack
  levels: Vip['levels']
}

const levelColumns: TableColumnsType<TrackLevels> = [
  { title: words.track, width: 120, render: (_, row) => words.tracks[row.track] },
  {
    title: words.peopleCount,
    width: 110,
    align: 'right',
    render: (_, row) => words.people(row.levels.reduce((sum, { players }) => sum + players, 0)),
  },
  {
    title: words.level,
    render: (_, row) =>
      row.levels.length === 0 ? (
        <span className="muted">{words.noLevels}</span>
      ) : (
        <Flex wrap gap={4}>
          {row.levels.map(({ level, players }) => (
            <Tag key={level}>{words.levelPeople(level, players)}</Tag>
          ))}
        </Flex>
      ),
  },
]

function Levels({ levels }: { levels: Vip['levels'] }) {
  const rows = (Object.keys(words.tracks) as VipTrack[]).map((track) => ({
    track,
    levels: levels.filter((one) => one.track === track).sort((a, b) => a.level - b.level),
  }))
  return (
    <Section title={words.levels}>
      <Table<TrackLevels>
        size="small"
        rowKey="track"
        columns={levelColumns}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: <EmptyRows text={words.noLevels} /> }}
      />
    </Section>
  )
}

function runColumns(onOpen: (id: string) => void): ProColumns<VipRun>[] {
  return [
    { title: words.programme, key: 'programme', render: (_, row) => words.programmes[row.programme] },
    { title: words.upto, key: 'upto', render: (_, row) => row.upto },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => <StateTag label={words.runStates[row.state]} tone={runTone[row.state]} />,
    },
    {
      title: words.players,
      key: 'players',
      align: 'right',
      render: (_, row) => row.players.toLocaleString('zh-CN'),
    },
    {
      title: words.awardsCount,
      key: 'awards',
      align: 'right',
      render: (_, row) => row.awards.toLocaleString('zh-CN'),
    },
    { title: words.paid, key: 'paid', align: 'right', render: (_, row) => <Bonus value={row.paid} strong /> },
    { title: words.withheld, key: 'withheld', align: 'right', render: (_, row) => <Bonus value={row.withheld} /> },
    { title: words.openedAt, key: 'openedAt', render: (_, row) => <Time ms={row.openedAt} /> },
    { title: words.endedAt, key: 'endedAt', render: (_, row) => <Time ms={row.endedAt} /> },
    {
      title: text.detail.actions,
      key: 'actions',
      fixed: 'right',
      width: 80,
      render: (_, row) => (
        <Button size="small" onClick={() => onOpen(row.id)}>
          {text.action.open}
        </Button>
      ),
    },
  ]
}
