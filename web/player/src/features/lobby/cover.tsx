import { useVenueStates } from '@shared/api/queries'
import { groundOf } from '@shared/art/cover-ground'
import { useLogin } from '@shared/session'
import { launchHref } from '../../paths'
import { Link } from '../../ui/link'
import { StateChip } from '../venue/state-chip'
import { useLoginFirst } from '../venue/use-login-first'
import { venueArt, venuePages } from '../venue/venue-pages'
import { CoverMark } from './cover-mark'
import { type Cover, coverState, gamePath, launchOf } from './lobby-queries'
import { useCoverName } from './use-cover-name'
import { useLobbyText } from './use-lobby-text'

const frame = 'relative block aspect-4/3 overflow-hidden rounded-xl border border-line'
const words = 'h-12 pt-1.5'

/**
 * The picture of a game without the code that draws it: the motif on the colour of its palette. A venue's hall has the
 * venue's emblem, so that eight halls do not look alike.
 */
export function CoverPicture({ cover }: { cover: Cover }) {
  const text = useLobbyText()
  const hall =
    text.isHall(cover.name) &&
    venuePages.find(({ launch, category }) => launch.platformId === cover.platformId && category === cover.kind)
  const motif = !hall && cover.motif !== ''
  return (
    <img
      src={hall ? venueArt(hall.key) : motif ? `/art/motifs/${cover.motif}.svg` : cover.picture}
      alt=""
      loading="lazy"
      decoding="async"
      className={`absolute inset-0 size-full transition-transform duration-300 group-hover:scale-105 ${motif ? 'p-2' : 'object-cover'} ${hall ? 'object-right' : ''}`}
    />
  )
}

/** One game: its picture opens it, its name leads to its page, and the heart keeps it. */
export function CoverTile({ cover, recommended = false }: { cover: Cover; recommended?: boolean }) {
  const text = useLobbyText()
  const venues = useVenueStates()
  const { Ticket } = useLogin()
  const page = gamePath(cover.id)
  const loginFirst = useLoginFirst(page)
  const state = coverState(cover, venues[cover.platformId]?.state)
  const venue = venues[cover.platformId]?.name ?? ''
  const name = useCoverName()(cover)
  const hall = name !== cover.name
  const ground = { background: groundOf(cover.palette) }
  return (
    <li className="group relative min-w-0">
      {state === 'open' ? (
        <a
          href={launchHref(launchOf(cover))}
          target="_blank"
          rel="noreferrer"
          aria-label={text.enter(name)}
          data-launch-name={name}
          onClick={loginFirst}
          className={`${frame} hover:border-gold`}
          style={ground}
        >
          <CoverPicture cover={cover} />
        </a>
      ) : (
        <div className={frame} style={ground}>
          <CoverPicture cover={cover} />
          <span className="absolute bottom-2 left-2 rounded-full bg-ink/80 px-1.5">
            <StateChip state={state} />
          </span>
        </div>
      )}
      {/* Both lines lead to the page: the name alone is too low for a finger. */}
      <Link to={page} className={`block ${words} hover:text-gold-soft`}>
        <span className="block truncate text-sm font-semibold">{name}</span>
        <span className="block truncate text-xs text-mute">{hall ? cover.name : venue || text.kind[cover.kind]}</span>
      </Link>
      {recommended && (
        <span className="pointer-events-none absolute top-1.5 left-1.5 rounded bg-ink/80 px-1.5 text-xs leading-5 text-gold-soft">
          {text.tab.recommended}
        </span>
      )}
      {Ticket && <CoverMark cover={cover} />}
    </li>
  )
}

/** A place as large as a cover: one on its way, or one that stays empty so that nothing below moves. */
export const CoverPlace = ({ waiting = false }: { waiting?: boolean }) => (
  <li aria-hidden="true">
    <div className={`aspect-4/3 rounded-xl ${waiting ? 'animate-pulse bg-raised' : ''}`} />
    <div className={words} />
  </li>
)

/** Eight in a row, three on the phone. */
export const coverGrid = 'grid grid-cols-8 gap-3 h5:grid-cols-3 h5:gap-2.5'
