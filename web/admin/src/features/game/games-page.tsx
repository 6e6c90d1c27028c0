import { gmtTime } from '@shared/clock'
import { useMemo, useState } from 'react'
import type { Game } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText, Space, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { SitePicture } from '../content/previews'
import { useSession } from '../session/session'
import { VenueFilter } from '../venue/venue-filter'
import { AboutDialog } from './about-dialog'
import { BulkDialog, bulkMax } from './bulk-dialog'
import { EditDialog, HideDialog } from './game-dialogs'
import { MaintainDialog } from './maintain-dialog'

const words = text.game
const windowWords = text.gameWindow
const idOf = (row: Game) => row.id

interface Asked {
  game: Game
  what: 'edit' | 'about' | 'hide' | 'maintain'
}

export default function GamesPage() {
  const url = useUrlState()
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const edits = may('content.edit')
  const columns = useMemo(() => gameColumns(edits ? setAsked : undefined), [edits])
  const [chosen, setChosen] = useState<Game[]>([])
  const [bulk, setBulk] = useState<'marks' | 'maintain'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <ListPage<Game>
        title={words.title}
        name="games"
        path="/games"
        url={url}
        columns={columns}
        rowKey={idOf}
        empty={words.empty}
        selection={edits ? { chosen, onChange: setChosen } : undefined}
        toolbar={edits && <BulkBar chosen={chosen} onBulk={setBulk} onClear={() => setChosen([])} />}
        above={<span className="muted">{words.explain}</span>}
        filters={[
          <ProFormText key="name" name="name" label={words.nameFilter} />,
          <VenueFilter key="venue" />,
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
          <ProFormSelect key="hidden" name="hidden" label={words.shown} valueEnum={words.hidden} />,
          <ProFormSelect key="hot" name="hot" label={words.hot} valueEnum={{ '1': words.onlyHot }} />,
          <ProFormSelect
            key="recommended"
            name="recommended"
            label={words.recommended}
            valueEnum={{ '1': words.onlyRecommended }}
          />,
          <ProFormSelect
            key="maintained"
            name="maintained"
            label={windowWords.filter}
            valueEnum={{ '1': windowWords.onlyMaintained }}
          />,
          <ProFormSelect
            key="gone"
            name="gone"
            label={windowWords.goneFilter}
            valueEnum={{ '1': windowWords.onlyGone }}
          />,
        ]}
      />
      {bulk === 'marks' && (
        <BulkDialog games={chosen} onDone={() => setChosen([])} onClose={() => setBulk(undefined)} />
      )}
      {bulk === 'maintain' && (
        <MaintainDialog games={chosen} onDone={() => setChosen([])} onClose={() => setBulk(undefined)} />
      )}
      {asked?.what === 'edit' && <EditDialog game={asked.game} onClose={close} />}
      {asked?.what === 'about' && <AboutDialog game={asked.game} onClose={close} />}
      {asked?.what === 'maintain' && <MaintainDialog games={[asked.game]} onClose={close} />}
      {asked?.what === 'hide' && <HideDialog game={asked.game} onClose={close} />}
    </>
  )
}

interface BulkBarProps {
  chosen: Game[]
  onBulk: (what: 'marks' | 'maintain') => void
  onClear: () => void
}

function BulkBar({ chosen, onBulk, onClear }: BulkBarProps) {
  const many = chosen.length > bulkMax
  const why = many ? words.bulkMany(bulkMax) : chosen.length === 0 ? words.bulkNone : undefined
  return (
    <Space>
      {why !== undefined && <span className={many ? 'loss small' : 'muted small'}>{why}</span>}
      {chosen.length > 0 && (
        <Button size="small" onClick={onClear}>
          {words.clear}
        </Button>
      )}
      <Button size="small" disabled={why !== undefined} onClick={() => onBulk('maintain')}>
        {windowWords.bulk(chosen.length)}
      </Button>
      <Button size="small" type="primary" disabled={why !== undefined} onClick={() => onBulk('marks')}>
        {words.bulk(chosen.length)}
      </Button>
    </Space>
  )
}

function gameColumns(onAsk?: (asked: Asked) => void): ProColumns<Game>[] {
  return [
    {
      title: words.name,
      key: 'name',
      render: (_, row) => (
        <span className="promotion-cell">
          <SitePicture address={row.picture || row.drawn} className="game-thumb" />
          <span>
            <strong>{row.name}</strong> <span className="muted mono">{row.initials}</span>
            <div className="muted mono">
              {row.id} · {row.code}
            </div>
          </span>
        </span>
      ),
    },
    {
      title: words.venue,
      key: 'venue',
      render: (_, row) => (
        <>
          {row.venueName} <span className="muted mono">{row.venue}</span>
        </>
      ),
    },
    { title: words.kind, key: 'kind', render: (_, row) => words.kinds[row.kind] },
    { title: words.hot, key: 'hot', render: (_, row) => <Mark game={row} what="hot" edits={onAsk !== undefined} /> },
    {
      title: words.recommended,
      key: 'recommended',
      render: (_, row) => <Mark game={row} what="recommended" edits={onAsk !== undefined} />,
    },
    { title: words.position, key: 'position', align: 'right', render: (_, row) => row.position },
    {
      title: words.shown,
      key: 'hidden',
      render: (_, row) => <Standing game={row} />,
    },
    ...(onAsk
      ? [
          {
            title: text.detail.actions,
            key: 'actions',
            fixed: 'right' as const,
            width: 240,
            render: (_: unknown, row: Game) => (
              <Space size={4}>
                <Button size="small" onClick={() => onAsk({ game: row, what: 'edit' })}>
                  {words.edit}
                </Button>
                <Button size="small" onClick={() => onAsk({ game: row, what: 'about' })}>
                  {text.gameAbout.action}
                </Button>
                <Button size="small" onClick={() => onAsk({ game: row, what: 'maintain' })}>
                  {windowWords.action}
                </Button>
                <Button size="small" onClick={() => onAsk({ game: row, what: 'hide' })}>
                  {row.hidden ? words.show : words.hide}
                </Button>
              </Space>
            ),
          },
        ]
      : []),
  ]
}

/** Standing says whether players see a game and may open it. */
function Standing({ game }: { game: Game }) {
  const { maintenanceFrom: from, maintenanceTo: to } = game
  const stamp = (ms: number) => gmtTime(ms).slice(0, 16)
  return (
    <Space size={4} wrap>
      <StateTag label={game.hidden ? words.hiddenState : words.shownState} tone={game.hidden ? 'warning' : 'success'} />
      {game.gone && (
        <span title={windowWords.goneHint}>
          <StateTag label={windowWords.gone} tone="error" />
        </span>
      )}
      {to !== null && (
        <>
          <StateTag label={game.maintained ? windowWords.now : windowWords.planned} tone="processing" />
          <span className="small" title={game.maintenanceReason ?? undefined}>
            {game.maintained || from === null ? windowWords.until(stamp(to)) : windowWords.span(stamp(from), stamp(to))}
          </span>
        </>
      )}
    </Space>
  )
}

/** Mark switches a game's hot or recommended mark at once. */
function Mark({ game, what, edits }: { game: Game; what: 'hot' | 'recommended'; edits: boolean }) {
  const { run, running } = useAction<Game>(words.done)
  return (
    <Switch
      size="small"
      aria-label={words.toggle(words[what], game.name)}
      checked={game[what]}
      disabled={!edits}
      loading={running}
      onChange={(checked) => void run(`/games/${game.id}`, { [what]: checked })}
    />
  )
}
