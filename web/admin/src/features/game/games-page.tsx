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
import { BulkDialog, bulkMax } from './bulk-dialog'
import { EditDialog, HideDialog } from './game-dialogs'

const words = text.game
const idOf = (row: Game) => row.id

interface Asked {
  game: Game
  what: 'edit' | 'hide'
}

export default function GamesPage() {
  const url = useUrlState()
  const { may } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const edits = may('content.edit')
  const columns = useMemo(() => gameColumns(edits ? setAsked : undefined), [edits])
  const [chosen, setChosen] = useState<Game[]>([])
  const [bulk, setBulk] = useState(false)
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
        toolbar={edits && <BulkBar chosen={chosen} onBulk={() => setBulk(true)} onClear={() => setChosen([])} />}
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
        ]}
      />
      {bulk && <BulkDialog games={chosen} onDone={() => setChosen([])} onClose={() => setBulk(false)} />}
      {asked?.what === 'edit' && <EditDialog game={asked.game} onClose={close} />}
      {asked?.what === 'hide' && <HideDialog game={asked.game} onClose={close} />}
    </>
  )
}

function BulkBar({ chosen, onBulk, onClear }: { chosen: Game[]; onBulk: () => void; onClear: () => void }) {
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
      <Button size="small" type="primary" disabled={why !== undefined} onClick={onBulk}>
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
      render: (_, row) => (
        <StateTag label={row.hidden ? words.hiddenState : words.shownState} tone={row.hidden ? 'warning' : 'success'} />
      ),
    },
    ...(onAsk
      ? [
          {
            title: text.detail.actions,
            key: 'actions',
            fixed: 'right' as const,
            width: 120,
            render: (_: unknown, row: Game) => (
              <Space size={4}>
                <Button size="small" onClick={() => onAsk({ game: row, what: 'edit' })}>
                  {words.edit}
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
