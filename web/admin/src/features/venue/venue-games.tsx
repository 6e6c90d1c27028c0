import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { GameDifference, GameListApplied, GameListPage, GameListState, VenueDetail } from '../../api/wire'
import { Alert, Button, Flex, Segmented, Space, Switch, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Facts, Section, StateTag, type Tone } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'

const words = text.venueGames
const size = 20

type Change = GameDifference['change']
const changes: Change[] = ['new', 'renamed', 'gone', 'back']
const tone: Record<Change, Tone> = { new: 'success', renamed: 'processing', gone: 'error', back: 'warning' }

/** VenueGames compares the vendor's list of games with the catalogue, and applies it. */
export function VenueGames({ venue }: { venue: VenueDetail }) {
  const { may } = useSession()
  const [page, setPage] = useState(1)
  const [change, setChange] = useState<Change | ''>('')
  const path = `/venues/${encodeURIComponent(venue.code)}/games`
  const query = { page, size, ...(change !== '' && { change }) }
  const list = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => get<GameListPage>(path, { query, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={words.title} extra={<Link to={paths.gamesOf(venue.code)}>{words.toGames}</Link>}>
      {list.isPending ? (
        <LoadingRows rows={3} />
      ) : list.data === undefined ? (
        <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
      ) : list.data.sum.supported ? (
        <Flex vertical gap={12}>
          <Standing state={list.data.sum} />
          {may('content.edit') && <Actions venue={venue} path={path} state={list.data.sum} />}
          <Segmented
            aria-label={words.change}
            value={change}
            options={[{ value: '', label: words.all }, ...changes.map((one) => labelOf(one, list.data.sum))]}
            onChange={(chosen) => {
              setChange(chosen as Change | '')
              setPage(1)
            }}
          />
          <Table<GameDifference>
            size="small"
            rowKey={(row) => `${row.change} ${row.code}`}
            dataSource={list.data.items}
            columns={columns}
            loading={list.isPlaceholderData}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <EmptyRows text={list.data.sum.digest === '' ? words.unread : words.same} /> }}
            pagination={{
              current: page,
              pageSize: size,
              total: list.data.total,
              showSizeChanger: false,
              hideOnSinglePage: true,
              showTotal: (total) => text.list.total(total),
              onChange: setPage,
            }}
          />
        </Flex>
      ) : (
        <Alert type="info" showIcon title={words.unsupported} />
      )}
    </Section>
  )
}

const labelOf = (change: Change, state: GameListState) => ({
  value: change,
  label: `${words.changes[change]} ${state[change].toLocaleString('zh-CN')}`,
})

function Standing({ state }: { state: GameListState }) {
  return (
    <>
      {state.failure !== null && (
        <Alert type="error" showIcon title={words.failures[state.failure]} description={words.failedStays} />
      )}
      <Facts
        facts={[
          [words.readAt, state.readAt === null ? words.unread : <Time key="read" ms={state.readAt} />],
          [words.games, state.digest !== '' && words.gamesOf(state.games, state.skipped)],
          [words.askedAt, <Time key="asked" ms={state.askedAt} />],
          [
            words.appliedAt,
            state.appliedAt !== null && (
              <Space key="applied" size={4}>
                <Time ms={state.appliedAt} /> {state.appliedBy}
              </Space>
            ),
          ],
        ]}
      />
      <p className="muted small">{words.explain}</p>
    </>
  )
}

function Actions({ venue, path, state }: { venue: VenueDetail; path: string; state: GameListState }) {
  const read = useAction<GameListState>(words.readDone)
  const rule = useAction<GameListState>(words.ruleDone)
  const [applying, setApplying] = useState(false)
  const differs = state.new + state.renamed + state.gone + state.back
  return (
    <Flex wrap gap={12} align="center">
      <Button size="small" loading={read.running} onClick={() => void read.run(`${path}/read`)}>
        {words.read}
      </Button>
      <Button size="small" type="primary" disabled={differs === 0} onClick={() => setApplying(true)}>
        {words.apply(differs)}
      </Button>
      <Space size={6}>
        <Switch
          size="small"
          aria-label={words.showNew}
          checked={state.showNew}
          loading={rule.running}
          onChange={(showNew) => void rule.run(`${path}/rule`, { showNew })}
        />
        <span>{words.showNew}</span>
      </Space>
      {applying && <ApplyDialog venue={venue} path={path} state={state} onClose={() => setApplying(false)} />}
    </Flex>
  )
}

interface ApplyProps {
  venue: VenueDetail
  path: string
  state: GameListState
  onClose: () => void
}

/** ApplyDialog applies the list that was seen: the server refuses any other. */
function ApplyDialog({ venue, path, state, onClose }: ApplyProps) {
  const { run, running } = useAction<GameListApplied>(words.applyDone)
  const [{ digest }] = useState(state)
  return (
    <ActionDialog<object>
      title={words.applyTitle(venue.name)}
      okText={words.applyOk}
      danger={state.gone > 0}
      reason="none"
      running={running}
      onSend={() => run(`${path}/apply`, { digest })}
      onClose={onClose}
    >
      <ul>
        {state.new > 0 && <li>{state.showNew ? words.newShown(state.new) : words.newHidden(state.new)}</li>}
        {state.renamed > 0 && <li>{words.renamed(state.renamed)}</li>}
        {state.gone > 0 && <li className="loss">{words.gone(state.gone)}</li>}
        {state.back > 0 && <li>{words.back(state.back)}</li>}
      </ul>
      <p className="muted">{words.applyExplain}</p>
    </ActionDialog>
  )
}

const columns: TableColumnsType<GameDifference> = [
  {
    title: words.change,
    render: (_, row) => <StateTag label={words.changes[row.change]} tone={tone[row.change]} />,
  },
  {
    title: words.name,
    render: (_, row) => (
      <>
        <strong>{row.name}</strong>{' '}
        {row.was !== '' && row.was !== row.name && <span className="muted">{words.was(row.was)}</span>}
        {row.kept && row.change !== 'gone' && <span className="small"> {words.kept}</span>}
        <div className="muted mono">{row.code}</div>
      </>
    ),
  },
  { title: words.kind, render: (_, row) => (row.kind === '' ? words.kindOfVenue : text.game.kinds[row.kind]) },
  { title: words.maker, render: (_, row) => row.maker || '—' },
]
