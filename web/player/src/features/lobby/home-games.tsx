import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, memo, useState } from 'react'
import type { Category } from '../../ui/art/category-icon'
import { Later } from '../../ui/later'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { siteForm } from '../../ui/site-form'
import { useGrowing } from '../../ui/use-growing'
import { useVenueNow } from '../venue/use-venue-now'
import { entryOf } from '../venue/venue-pages'
import { CoverPlace, Covers, coverGrid } from './cover'
import { stepsOver } from './lobby-keys'
import { type Cover, type HomeLobby, type HomeMine, homeLobbyQuery, homeMineQuery } from './lobby-queries'
import { unlike } from './unlike'
import { useLobbyText } from './use-lobby-text'
import { Wins } from './wins'

/** A visitor never loads it. */
const MineRow = lazy(() => import('./mine-row'))
const HomeLife = lazy(() => import('../venue/home-life'))

/** How many covers a row has, and how many rows the first shelf and a kind's shelf. */
const places = () => (siteForm() === 'h5' ? { row: 3, first: 4, kind: 2 } : { row: 8, first: 2, kind: 1 })

/** As high as the player's row will be, in pixels: its cells, its frame and the line of the first steps. */
const rowHeight = (player: string) => {
  const [cells, steps] = siteForm() === 'h5' ? [322, 160] : [162, 48]
  return stepsOver(player) ? cells : cells + steps
}

const firstKinds: Category[] = ['slot', 'live', 'sport', 'board', 'fish', 'lottery', 'esport']

/** The home page's own life: the player's row, games to enter at once, and what was won. */
export default function HomeGames() {
  const { Ticket, PlayerName } = useLogin()
  const lobby = useQuery(homeLobbyQuery)
  const mine = useQuery({ ...homeMineQuery, enabled: Ticket !== '' })
  const text = useLobbyText()
  const { data, error } = lobby
  return (
    <div className="space-y-8 h5:space-y-6">
      {Ticket && (
        <Optional waiting={<div className="panel" style={{ height: rowHeight(PlayerName) }} />}>
          <MineRow />
        </Optional>
      )}
      {error && !data ? (
        <p role="alert" className="panel flex min-h-36 items-center justify-center gap-4 text-soft">
          {text.gamesFailed}
          <button type="button" onClick={() => void lobby.refetch()} className="btn btn-line">
            {text.retry}
          </button>
        </p>
      ) : (
        <>
          {/* With the player's lists the first tab is theirs, so it is chosen once both are here. */}
          <Picked
            key={Ticket}
            own={Ticket !== ''}
            lobby={Ticket && mine.isPending ? undefined : data}
            mine={Ticket ? mine.data : undefined}
          />
          <Shelves lobby={data} />
        </>
      )}
    </div>
  )
}

type Tab = 'recent' | 'favourites' | 'hot' | 'recommended'

/** One of each kind in turn, the first of each first; no motif soon again. */
export function inTurns(kinds: HomeLobby['kinds'], most: number): Cover[] {
  const list: Cover[] = []
  for (let place = 0; kinds.some(({ covers }) => covers[place]); place++)
    for (const { covers } of kinds) {
      const cover = covers[place]
      if (cover) list.push(cover)
    }
  return unlike(list, most)
}

/** Games similar to played ones and not played lately, then the recommended ones. */
export function recommendedOf(kinds: HomeLobby['kinds'], recent: Cover[], most: number): Cover[] {
  const known = new Set(recent.map(({ id }) => id))
  const liked = new Set(recent.map(({ kind, theme }) => `${kind} ${theme}`))
  const covers = inTurns(kinds, Infinity).filter(({ id }) => !known.has(id))
  const like = covers.filter(({ kind, theme }) => liked.has(`${kind} ${theme}`))
  const chosen = covers.filter((cover) => cover.recommended && !like.includes(cover))
  const rest = covers.filter((cover) => !like.includes(cover) && !chosen.includes(cover))
  return [...unlike(like), ...unlike(chosen), ...rest].slice(0, most)
}

interface PickedProps {
  /** A player is logged in: two of the lists are their own. */
  own: boolean
  lobby: HomeLobby | undefined
  mine: HomeMine | undefined
}

function Picked({ own: hasOwn, lobby, mine }: PickedProps) {
  const text = useLobbyText()
  const [picked, setPicked] = useState<Tab>()
  const { row, first: rows } = places()
  const first = row * rows
  const tabs: Tab[] = hasOwn ? ['recent', 'favourites', 'hot', 'recommended'] : ['hot', 'recommended']
  const tab = picked ?? (mine && mine.recent.length > 3 ? 'recent' : 'hot')
  const lists: Record<Tab, () => Cover[]> = {
    recent: () => mine?.recent ?? [],
    favourites: () => mine?.favourites ?? [],
    hot: () => inTurns(lobby?.kinds ?? [], first),
    recommended: () => recommendedOf(lobby?.kinds ?? [], mine?.recent ?? [], first),
  }
  const own = lobby ? lists[tab]().slice(0, first) : []
  // A player's own games seldom fill the shelf: recommended ones take the places that are left, and say so.
  const isOwn = tab === 'recent' || tab === 'favourites'
  const more = isOwn && own.length > 0 && lobby ? recommendedOf(lobby.kinds, own, first - own.length) : []
  const covers = [...own, ...more]
  const filled = useGrowing(lobby ? rows : 0)
  return (
    <section aria-label={text.games}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words */}
      <div role="group" aria-label={text.games} className="flex gap-2 pb-4 h5:gap-1 h5:pb-3">
        {tabs.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === tab}
            onClick={() => setPicked(key)}
            className={`min-h-9 rounded-full px-4 text-sm h5:min-h-11 h5:px-3 ${
              key === tab ? 'bg-gold/15 font-semibold text-gold' : 'text-soft hover:text-gold-soft'
            }`}
          >
            {text.tab[key]}
          </button>
        ))}
      </div>
      <div className="relative">
        <Covers
          covers={covers.slice(0, filled * row)}
          recommendedFrom={own.length}
          places={first}
          waiting={!lobby || filled * row < covers.length}
          plain
        />
        {lobby && covers.length === 0 && (
          <p className="absolute inset-0 grid place-items-center px-6 text-center text-soft">{text.none[tab]}</p>
        )}
      </div>
    </section>
  )
}

/**
 * A shelf for every kind, which fill one after the other. The first comes before what goes on and the wins: two screens
 * have 24 covers, also below a player's own row.
 */
function Shelves({ lobby }: { lobby: HomeLobby | undefined }) {
  const kinds = lobby ? lobby.kinds : firstKinds.map((kind) => ({ kind, covers: undefined }))
  const filled = useGrowing(lobby ? kinds.length : 0)
  return (
    <>
      {kinds.map(({ kind, covers }, place) => (
        <Fragment key={kind}>
          <KindShelf kind={kind} covers={place < filled ? covers : undefined} />
          {place === 0 && (
            <>
              <Later near={0} height="min-h-88">
                <HomeLife />
              </Later>
              <Wins lobby={lobby} />
            </>
          )}
        </Fragment>
      ))}
      {kinds.length === 0 && <Wins lobby={lobby} />}
    </>
  )
}

/** The first games of one kind, and the way to all of them. */
const KindShelf = memo(function KindShelf({ kind, covers }: { kind: Category; covers: Cover[] | undefined }) {
  const text = useLobbyText()
  const { isOpen } = useVenueNow()
  const { row, kind: rows } = places()
  return (
    <section aria-label={text.kind[kind]}>
      <div className="flex items-baseline justify-between pb-3">
        <h2 className="text-lg font-semibold">{text.kind[kind]}</h2>
        <Link
          to={entryOf(kind, isOpen)}
          aria-label={text.allOf(text.kind[kind])}
          className="inline-flex min-h-8 items-center text-sm text-gold hover:underline h5:-my-3 h5:min-h-11 h5:min-w-11 h5:justify-end"
        >
          {text.all}
          <span aria-hidden="true" className="pl-1">
            ›
          </span>
        </Link>
      </div>
      {covers ? (
        <Covers covers={unlike(covers, row * rows)} plain />
      ) : (
        <ul className={coverGrid}>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and have no id
            <CoverPlace key={row} first />
          ))}
        </ul>
      )}
    </section>
  )
})
