import { StateArt } from '../../ui/art/state-art'
import { Link } from '../../ui/link'
import { isOwnList, type Lobby, lobbyPath } from './lobby-address'
import { useSlotText } from './use-slot-text'

/** Nothing to show, why, and the next step. */
export function LobbyEmpty({ lobby }: { lobby: Lobby }) {
  const text = useSlotText()
  const favourites = lobby.filter === 'favourites'
  const kind = favourites
    ? { title: text.emptyFavourites, hint: text.emptyFavouritesHint, to: text.toHot }
    : lobby.filter === 'recent'
      ? { title: text.emptyRecent, hint: text.emptyRecentHint, to: text.toHot }
      : lobby.name
        ? { title: text.emptySearch, hint: text.emptySearchHint(lobby.name), to: text.toAll }
        : lobby.filter === 'all'
          ? { title: text.empty, hint: text.emptyHall, to: '' }
          : { title: text.empty, hint: text.emptyHint, to: text.toAll }
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-8 text-center">
      <StateArt state={favourites ? 'favourites' : 'games'} />
      <p className="pt-4 text-lg font-semibold">{kind.title}</p>
      <p className="text-sm text-soft">{kind.hint}</p>
      {kind.to && (
        <Link
          to={lobbyPath({ ...lobby, filter: isOwnList(lobby.filter) ? 'hot' : 'all', name: '', page: 1 })}
          className="btn btn-line mt-4 h5:min-h-11"
        >
          {kind.to}
        </Link>
      )}
    </div>
  )
}
