import { type ReactNode, useRef, useState } from 'react'
import { Link } from './link'

export interface RailTile {
  key: string
  name: string
  /** Below the name: what it is, or why it is not open. */
  note?: string
  to: string
  /** A picture of 240 x 232 for a cell; for a wide tile one with room for words on the left. */
  art: string
  /** The picture is a wide one of a venue: its emblem, at the right of it, comes to stand in the middle of the cell. */
  emblem?: boolean
  /** It can be played now: its note is gold. */
  lit?: boolean
  badge?: ReactNode
  /** Takes the whole row: for the only tile of a group, or the one that leads. */
  wide?: boolean
}

export interface RailGroup {
  key: string
  name: string
  icon: ReactNode
  tiles: RailTile[]
}

interface Props {
  label: string
  groups: RailGroup[]
}

/** The phone's way through the games: a rail of kinds to pick from, and the picked kind's tiles three in a row. */
export function CategoryRail({ label, groups }: Props) {
  const [picked, setPicked] = useState(groups[0]?.key ?? '')
  const rail = useRef<HTMLDivElement>(null)
  const group = groups.find((g) => g.key === picked) ?? groups[0]
  const pick = (key: string, button: HTMLButtonElement) => {
    setPicked(key)
    // The neighbours of what was picked come into view; the page itself stays where it is.
    const box = rail.current
    box?.scrollTo({ left: button.offsetLeft - (box.clientWidth - button.offsetWidth) / 2, behavior: 'smooth' })
  }
  if (!group) return null
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words */}
      <div
        ref={rail}
        role="group"
        aria-label={label}
        className="relative -mx-4 flex snap-x gap-1 overflow-x-auto overscroll-x-contain px-4 pb-3 [scrollbar-width:none]"
      >
        {groups.map((g) => (
          <button
            key={g.key}
            type="button"
            aria-pressed={g.key === group.key}
            onClick={(event) => pick(g.key, event.currentTarget)}
            className={`flex min-h-16 w-16 shrink-0 snap-center flex-col items-center justify-center gap-1 rounded-xl border text-xs transition-colors ${
              g.key === group.key
                ? 'border-gold/60 bg-gold/12 font-semibold text-gold'
                : 'border-transparent bg-panel text-soft'
            }`}
          >
            {g.icon}
            <span className="whitespace-nowrap">{g.name}</span>
          </button>
        ))}
      </div>
      <ul key={group.key} aria-label={group.name} className="grid animate-fade grid-cols-3 gap-2.5">
        {group.tiles.map((tile) => (
          <Tile key={tile.key} tile={tile} />
        ))}
      </ul>
    </div>
  )
}

function Tile({ tile }: { tile: RailTile }) {
  return (
    <li className={tile.wide ? 'col-span-3' : ''}>
      <Link
        to={tile.to}
        className={`relative flex overflow-hidden rounded-xl border border-line bg-panel active:border-gold ${
          tile.wide ? 'h-28 items-center' : 'aspect-[240/232] items-end'
        }`}
      >
        <img
          src={tile.art}
          alt=""
          loading="lazy"
          className={
            tile.emblem && !tile.wide
              ? 'absolute -top-1.5 -left-[28%] w-[112%] max-w-none mask-r-from-80% mask-b-from-65%'
              : `absolute inset-0 size-full object-cover ${tile.wide ? 'object-right' : 'object-top'}`
          }
        />
        <span
          className={`relative w-full px-1 ${
            tile.wide
              ? 'flex h-full flex-col justify-center bg-linear-to-r from-ink/80 to-transparent to-60% pl-5'
              : 'bg-linear-to-t from-ink/90 via-ink/60 to-transparent pt-6 pb-2 text-center'
          }`}
        >
          <span className={`block truncate font-semibold text-text ${tile.wide ? 'text-lg' : 'text-sm'}`}>
            {tile.name}
          </span>
          {tile.note && (
            <span className={`block truncate text-xs ${tile.lit ? 'text-gold-soft' : 'text-soft'}`}>{tile.note}</span>
          )}
        </span>
        {tile.badge && <span className="absolute top-1.5 right-1.5">{tile.badge}</span>}
      </Link>
    </li>
  )
}
