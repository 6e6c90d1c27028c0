import { useVenueStates } from '@shared/api/venue-states'
import { groundOf } from '@shared/art/cover-ground'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { launchHref } from '../../paths'
import { Link } from '../../ui/link'
import { StateChip } from '../venue/state-chip'
import type { VenueKey } from '../venue/text/venues.zh-cn'
import { useLoginFirst } from '../venue/use-login-first'
import { venueArt, venuePages } from '../venue/venue-pages'
import { CoverMark } from './cover-mark'
import { type Cover, coverState, gamePath, homeMineQuery, launchOf } from './lobby-queries'
import { useCoverName } from './use-cover-name'
import { useLobbyText } from './use-lobby-text'

const frame = 'relative block aspect-4/3 overflow-hidden rounded-xl border border-line'
const words = 'h-12 pt-1.5'

type Draw = typeof import('./cover-art')['coverArt']
let drawing: Draw | null | undefined

/** The code that draws covers, loaded once and apart from the pages; null where it cannot be had. */
function useDrawing(wanted: boolean) {
  const [draw, setDraw] = useState(() => drawing)
  useEffect(() => {
    if (!wanted || draw) return
    const take = (code: Draw | null) => {
      drawing = code
      setDraw(() => code)
    }
    let here = true
    import('./cover-art').then(
      ({ coverArt }) => here && take(coverArt),
      () => here && take(null),
    )
    return () => {
      here = false
    }
  }, [wanted, draw])
  return draw
}

/** The address of a game's picture; '' while the code that draws it is on its way. */
function pictureOf(cover: Cover, hall: VenueKey | undefined, draw: Draw | null | undefined, plain: boolean): string {
  if (hall) return venueArt(hall)
  if (cover.motif === '') return cover.picture
  if (draw) return draw(cover)
  return draw === null || plain ? `/art/motifs/${cover.motif}.svg` : ''
}

interface PictureProps {
  cover: Cover
  plain?: boolean
  /** As high as a line of text: there is no room for the seal. */
  small?: boolean
}

/**
 * The picture of a game, the same as in the lobbies. A plain one does not wait for the code that draws it: it is the
 * motif on its ground, for a first visit of the home page has no bytes to spare. A venue's hall has the venue's emblem,
 * so that eight halls do not look alike. A game that several venues have carries the emblem as a small seal.
 */
export function CoverPicture({ cover, plain = false, small = false }: PictureProps) {
  const text = useLobbyText()
  const page =
    cover.kind !== 'slot' &&
    cover.kind !== 'fish' &&
    venuePages.find(({ launch, category }) => launch.platformId === cover.platformId && category === cover.kind)
  const hall = page && text.isHall(cover.name)
  const drawn = !hall && cover.motif !== ''
  const draw = useDrawing(drawn && !plain)
  const src = pictureOf(cover, hall ? page.key : undefined, draw, plain)
  return (
    <>
      {src && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className={`absolute inset-0 size-full transition-transform duration-300 group-hover:scale-105 ${drawn && !draw ? (small ? 'p-0.5' : 'p-2') : 'object-cover'} ${hall ? 'object-right' : ''}`}
        />
      )}
      {page && !hall && !small && (
        <img
          src={venueArt(page.key)}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute right-1.5 bottom-1.5 size-8 rounded-full border border-gold/60 object-cover object-right"
        />
      )}
    </>
  )
}

/** The marked games of the player who is logged in; undefined for a visitor and until they are known. */
export function useMarked(): number[] | undefined {
  const { Ticket } = useLogin()
  const { data } = useQuery({ ...homeMineQuery, enabled: Ticket !== '' })
  return Ticket ? data?.marked : undefined
}

/** Data that the covers of a list share. A home page has seventy covers, so each list reads them once. */
function useShared() {
  return {
    text: useLobbyText(),
    venues: useVenueStates(),
    nameOf: useCoverName(),
    loginFirst: useLoginFirst(),
    marked: useMarked(),
  }
}

interface Props {
  covers: Cover[]
  /** As of CoverPicture. */
  plain?: boolean
  /** The covers from this place on are recommended, and say so. */
  recommendedFrom?: number
  /** Places that are kept, also while there are fewer covers. */
  places?: number
  /** The covers are on their way. */
  waiting?: boolean
  /** The list's columns. */
  className?: string
}

/** Games side by side. */
export function Covers({
  covers,
  plain = false,
  recommendedFrom = covers.length,
  places = 0,
  waiting = false,
  className = coverGrid,
}: Props) {
  const shared = useShared()
  return (
    <ul className={className}>
      {covers.map((cover, place) => (
        <CoverTile key={cover.id} cover={cover} recommended={place >= recommendedFrom} plain={plain} {...shared} />
      ))}
      {Array.from({ length: places - covers.length }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its key while covers fill the ones before it, so that it does not move
        <CoverPlace key={`place-${covers.length + place}`} waiting={waiting} />
      ))}
    </ul>
  )
}

interface TileProps extends ReturnType<typeof useShared> {
  cover: Cover
  recommended: boolean
  plain: boolean
}

/** One game: its picture opens it, its name leads to its page, and the heart keeps it. */
function CoverTile({ cover, recommended, plain, text, venues, nameOf, loginFirst, marked }: TileProps) {
  const page = gamePath(cover.id)
  const state = coverState(cover, venues[cover.platformId]?.state)
  const venue = venues[cover.platformId]?.name ?? ''
  const name = nameOf(cover)
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
          onClick={loginFirst(page)}
          className={`${frame} hover:border-gold`}
          style={ground}
        >
          <CoverPicture cover={cover} plain={plain} />
        </a>
      ) : (
        <div className={frame} style={ground}>
          <CoverPicture cover={cover} plain={plain} />
          <span className="absolute bottom-2 left-2 rounded-full bg-ink/80 px-1.5">
            <StateChip state={state} />
          </span>
        </div>
      )}
      {marked && <CoverMark cover={cover} marked={marked.includes(cover.id)} />}
      {/* Both lines lead to the page: the name alone is too low for a finger. */}
      <Link to={page} className={`block ${words} hover:text-gold-soft`}>
        <span className="block truncate text-sm font-semibold">{name}</span>
        <span className="block truncate text-xs text-mute">{hall ? cover.name : venue || text.kind[cover.kind]}</span>
      </Link>
      {recommended && (
        // At the middle of the edge: the corners have the frame’s ornaments.
        <span className="pointer-events-none absolute inset-x-0 top-1.5 text-center">
          <span className="inline-block rounded bg-ink/80 px-1.5 text-xs leading-5 text-gold-soft">
            {text.tab.recommended}
          </span>
        </span>
      )}
    </li>
  )
}

/**
 * A place as large as a cover: one on its way, or one that stays empty so that nothing below moves. A first one begins
 * a row.
 */
export const CoverPlace = ({ waiting = false, first = false }: { waiting?: boolean; first?: boolean }) => (
  <li aria-hidden="true" className={first ? 'col-start-1' : undefined}>
    <div className={`aspect-4/3 rounded-xl ${waiting ? 'animate-pulse bg-raised' : ''}`} />
    <div className={words} />
  </li>
)

/** Eight in a row, three on the phone. */
export const coverGrid = 'grid grid-cols-8 gap-3 h5:grid-cols-3 h5:gap-2.5'
