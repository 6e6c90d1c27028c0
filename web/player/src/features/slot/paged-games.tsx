import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { pageHeld } from '../../ui/page-held'
import { Pagination } from '../../ui/pagination'
import { Failed } from '../../ui/states'
import { useLoginFirst } from '../venue/use-login-first'
import { GameGrid, GridSkeleton } from './game-grid'
import { type GamePage, gamesQuery, ownListPage, ownListQuery } from './game-queries'
import { isOwnList, type Lobby, lobbyPath } from './lobby-address'
import { LobbyEmpty } from './lobby-empty'
import { useKeptScroll } from './use-kept-scroll'

/** The page the address names. Turning pages keeps the old one until the new one is there. */
function useGamePage(lobby: Lobby, loggedIn: boolean) {
  const own = isOwnList(lobby.filter)
  const games = gamesQuery(lobby)
  const page = useQuery({
    ...games,
    enabled: loggedIn && !own,
    // Only a page of the same list may stand in for the one that is coming.
    placeholderData: (before: GamePage | undefined, query) =>
      query?.queryKey.slice(0, -1).join() === games.queryKey.slice(0, -1).join() ? before : undefined,
  })
  const all = useQuery({ ...ownListQuery(lobby.filter), enabled: loggedIn && own })
  return own ? { ...all, data: all.data && ownListPage(all.data, lobby.page) } : page
}

/** The desktop's games: 20 a page, with a field to jump to a page (SLOT-04). */
export function PagedGames({ lobby, loggedIn }: { lobby: Lobby; loggedIn: boolean }) {
  const navigate = useNavigate()
  const loginFirst = useLoginFirst()(lobbyPath(lobby))
  const top = useRef<HTMLDivElement>(null)
  const { data, error, isPlaceholderData, refetch } = useGamePage(lobby, loggedIn)
  useKeptScroll(lobbyPath(lobby), data !== undefined && !isPlaceholderData)

  if (!data) {
    return error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <GridSkeleton />
  }
  if (data.total === 0) return <LobbyEmpty lobby={lobby} />
  // A page that is no more, from an old link or after the last favourite of it went.
  if (lobby.page > data.pageCount && !isPlaceholderData) {
    return pageHeld() ? <GridSkeleton /> : <Navigate to={lobbyPath({ ...lobby, page: data.pageCount })} replace />
  }
  const turn = (page: number) => {
    void navigate(lobbyPath({ ...lobby, page }))
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top} className="scroll-mt-40" aria-busy={isPlaceholderData || undefined}>
      <div className={`transition-opacity duration-200 ${isPlaceholderData ? 'opacity-60' : ''}`}>
        <GameGrid
          games={data.games}
          kind={lobby.provider.launch.launch}
          onLaunch={loginFirst}
          mixed={isOwnList(lobby.filter)}
          markable
        />
      </div>
      <Pagination page={lobby.page} pageCount={data.pageCount} total={data.total} onPage={turn} jumper />
    </div>
  )
}
