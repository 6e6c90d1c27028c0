import { Link } from '../../ui/link'
import { StateChip } from '../venue/state-chip'
import { useVenueNow } from '../venue/use-venue-now'
import { VenuePicture } from '../venue/venue-picture'
import { isOwnList, type Lobby, lobbyPath, providers } from './lobby-address'
import { useSlotText } from './use-slot-text'

/** Picking a provider starts its lobby afresh: no filter, no search, the first page (SLOT-01). */
export function ProviderTabs({ lobby }: { lobby: Lobby }) {
  const text = useSlotText()
  const { name, now } = useVenueNow()
  return (
    <nav aria-label={text.providers} className="h5:border-b h5:border-line h5:bg-deep h5:px-4 h5:py-3">
      <ul className="flex gap-3 h5:grid h5:grid-cols-2 h5:gap-2.5">
        {providers.map((provider) => {
          // Favourites are of every provider: then none is chosen.
          const here = provider === lobby.provider && !isOwnList(lobby.filter)
          return (
            <li key={provider.key} className="w-64 h5:w-auto">
              <Link
                to={lobbyPath({ provider })}
                aria-current={here ? 'page' : undefined}
                className={`group relative isolate flex h-20 flex-col justify-center overflow-hidden rounded-xl border bg-panel px-4 transition-colors h5:h-16 h5:px-3 ${
                  here ? 'border-gold' : 'border-line hover:border-gold/60'
                }`}
              >
                <VenuePicture
                  page={provider}
                  className={`transition-opacity ${here ? '' : 'opacity-60 group-hover:opacity-90'}`}
                />
                <span
                  className={`text-lg font-semibold whitespace-nowrap h5:text-[0.9375rem] ${here ? 'text-gold-soft' : ''}`}
                >
                  {name(provider)}
                </span>
                <StateChip {...now(provider)} />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
