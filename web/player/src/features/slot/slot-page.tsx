import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { siteForm } from '../../ui/site-form'
import { LobbyWins } from '../venue/lobby-wins'
import { useVenueNow } from '../venue/use-venue-now'
import { EndlessGames } from './endless-games'
import { FilterBar } from './filter-bar'
import { HallHero } from './hall-hero'
import { HallNotice } from './hall-notice'
import { isOwnList, type Lobby, lobbyOf } from './lobby-address'
import { PagedGames } from './paged-games'
import { ProviderTabs } from './provider-tabs'
import { SearchBox } from './search-box'
import { useLobbyLogin } from './use-lobby-login'
import { useSlotText } from './use-slot-text'

/** The slot lobby, as its address says: provider, filter, search and page (SLOT-01 to SLOT-04). */
export default function SlotPage() {
  const text = useSlotText()
  const { id } = useParams()
  const [query] = useSearchParams()
  const lobby = lobbyOf(id, query)
  const loggedIn = useLobbyLogin()
  const phone = siteForm() === 'h5'
  const list = useRef<HTMLDivElement>(null)
  useListStart(list, `${lobby.provider.key} ${lobby.filter} ${lobby.name}`)
  return (
    <>
      <HallHero category="slot" title={text.title} line={text.line}>
        <ProviderTabs lobby={lobby} />
      </HallHero>
      {phone ? (
        <>
          <div className="px-4 pt-3">
            <SearchBox lobby={lobby} />
          </div>
          <div className="sticky top-12 z-20 border-b border-line bg-ink/95 py-1.5 backdrop-blur">
            <FilterBar lobby={lobby} />
          </div>
          <div ref={list} className="scroll-mt-28 space-y-3 px-4 pt-3">
            <h2 className="sr-only">{text.games}</h2>
            <ProviderNotice lobby={lobby} />
            <EndlessGames lobby={lobby} loggedIn={loggedIn} />
          </div>
        </>
      ) : (
        <div className="container-page">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
            <FilterBar lobby={lobby} />
            <SearchBox lobby={lobby} />
          </div>
          <div ref={list} className="scroll-mt-24 space-y-4 pt-4">
            <h2 className="sr-only">{text.games}</h2>
            <ProviderNotice lobby={lobby} />
            <PagedGames lobby={lobby} loggedIn={loggedIn} />
          </div>
          <LobbyWins platformId={lobby.provider.launch.platformId} kind="slot" />
        </div>
      )}
    </>
  )
}

/** Another list begins at its beginning: whoever was far down the old one is taken up to it. */
function useListStart(list: { current: HTMLElement | null }, which: string): void {
  const before = useRef(which)
  useEffect(() => {
    if (before.current === which) return
    before.current = which
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView({ block: 'start' })
  }, [list, which])
}

/** The player's own lists are of every provider, and each tile says its own. */
function ProviderNotice({ lobby }: { lobby: Lobby }) {
  const text = useSlotText()
  const { name, now } = useVenueNow()
  const { state, endTime } = now(lobby.provider)
  if (isOwnList(lobby.filter) || (state !== 'absent' && state !== 'maintenance' && state !== 'closed')) return null
  return <HallNotice>{text.notice[state](name(lobby.provider), endTime.slice(0, 16))}</HallNotice>
}
