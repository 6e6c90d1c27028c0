import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button'
import { pageHeld } from '../../ui/page-held'
import { Failed } from '../../ui/states'
import { useLoginFirst } from '../venue/use-login-first'
import { WinStrip } from '../venue/win-strip'
import { GameGrid, GridSkeleton, waitingTiles } from './game-grid'
import { type Game, gamesQuery, ownListPage, ownListQuery, pageSize } from './game-queries'
import { isOwnList, type Lobby, lobbyPath } from './lobby-address'
import { LobbyEmpty } from './lobby-empty'
import { ToTop } from './to-top'
import { useKeptScroll } from './use-kept-scroll'
import { useSlotText } from './use-slot-text'

/**
 * Every page up to the one the address names, one after the other; a game that moved on meanwhile appears
 * once.
 */
function useGamesUpTo(lobby: Lobby, loggedIn: boolean) {
  const own = isOwnList(lobby.filter)
  const first = useQuery({ ...gamesQuery({ ...lobby, page: 1 }), enabled: loggedIn && !own })
  const all = useQuery({ ...ownListQuery(lobby.filter), enabled: loggedIn && own })
  const head = own ? all : first
  const pageCount = head.data?.pageCount ?? 0
  const reached = Math.max(1, Math.min(lobby.page, pageCount))
  const rest = useQueries({
    queries: own ? [] : Array.from({ length: reached - 1 }, (_, index) => gamesQuery({ ...lobby, page: index + 2 })),
  })
  const pages = own
    ? Array.from({ length: reached }, (_, index) => all.data && ownListPage(all.data, index + 1))
    : [first.data, ...rest.map((page) => page.data)]
  const missing = pages.indexOf(undefined)
  const there = missing < 0 ? pages : pages.slice(0, missing)
  const games = new Map<number, Game>()
  for (const page of there) for (const game of page?.games ?? []) if (!games.has(game.id)) games.set(game.id, game)
  const failed = [head, ...rest].find((page) => page.error && !page.data)
  return {
    games: [...games.values()],
    total: head.data?.total,
    reached,
    more: reached < pageCount,
    complete: missing < 0,
    failed,
  }
}

/** The phone's games: the next 20 come by themselves when the end draws near. */
export function EndlessGames({ lobby, loggedIn }: { lobby: Lobby; loggedIn: boolean }) {
  const text = useSlotText()
  const navigate = useNavigate()
  const loginFirst = useLoginFirst()(lobbyPath(lobby))
  const { games, total, reached, more, complete, failed } = useGamesUpTo(lobby, loggedIn)
  useKeptScroll(lobbyPath({ ...lobby, page: 1 }), complete && total !== undefined)
  const retry = () => void failed?.refetch()

  if (total === undefined) {
    return failed ? <Failed message={failed.error?.message ?? ''} onRetry={retry} /> : <GridSkeleton count={8} />
  }
  if (total === 0) return <LobbyEmpty lobby={lobby} />
  const next = () => void navigate(lobbyPath({ ...lobby, page: reached + 1 }), { replace: true })
  const tile = {
    kind: lobby.provider.launch.launch,
    onLaunch: loginFirst,
    mixed: isOwnList(lobby.filter),
    markable: true,
  }
  return (
    <div>
      <p className="pb-2.5 text-xs text-mute">{text.total(total)}</p>
      <GameGrid games={games.slice(0, pageSize)} {...tile} />
      <WinStrip platformId={lobby.provider.launch.platformId} kind="slot" />
      {total > pageSize && (
        <GameGrid games={games.slice(pageSize)} {...tile}>
          {!complete && !failed && waitingTiles(Math.min(pageSize, total - games.length))}
        </GameGrid>
      )}
      {failed && <Failed message={failed.error?.message ?? ''} onRetry={retry} />}
      {!failed && (
        <div className="grid min-h-20 place-items-center text-sm text-mute">
          {complete && more && <Near onNear={next}>{text.more}</Near>}
          {complete && !more && text.end}
          {!complete && <span role="status">{text.loadingMore}</span>}
        </div>
      )}
      <ToTop />
    </div>
  )
}

/** Asks for more a good screen before it is seen; a press does the same. */
function Near({ onNear, children }: { onNear: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  useEffect(() => {
    near.current = onNear
  })
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && !pageHeld() && near.current(),
      { rootMargin: '0px 0px 900px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place}>
      <Button look="line" onClick={onNear}>
        {children}
      </Button>
    </div>
  )
}
