import { useEffect, useRef } from 'react'
import { StateChip } from '../features/venue/state-chip'
import { useVenueNow } from '../features/venue/use-venue-now'
import { useVenuesText } from '../features/venue/use-venues-text'
import { isShut, openFirst, pagesOf, type VenuePage, venueArt } from '../features/venue/venue-pages'
import type { Category } from '../ui/art/category-icon'
import { Link } from '../ui/link'

interface Props {
  category: Category
  /** Each time it grows, the keyboard has come in. */
  entered: number
  onPointerEnter: () => void
  onPicked: () => void
}

/** The pages of a kind as its tabs order them, /Sport_bti first (GAME-01). Pages without a tab are found nowhere else. */
const shownOf = (category: Category) =>
  openFirst(pagesOf(category).filter((page) => page.tab > 0 || page.key === 'sportBti'))

/** One of the seven slide-down panels: the venues of a kind of game, each with what it is doing now (NAV-04). */
export default function MenuPanel({ category, entered, onPointerEnter, onPicked }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const pages = shownOf(category)
  useEffect(() => {
    if (entered > 0) place.current?.querySelector('a')?.focus()
  }, [entered])
  return (
    <div
      ref={place}
      data-panel={category}
      onPointerEnter={onPointerEnter}
      className="absolute inset-x-0 top-full z-30 animate-panel overflow-hidden border-b border-line bg-panel shadow-high"
    >
      <div className="container-page flex items-stretch gap-6 py-6">
        {pages.length < 5 && <Intro category={category} />}
        <ul
          className={`grid flex-1 auto-cols-fr gap-3 ${pages.length < 5 ? 'grid-flow-col' : 'grid-cols-3 full:grid-cols-6'}`}
        >
          {pages.map((page) => (
            <li key={page.key}>
              <VenueCard page={page} alone={pages.length === 1} onPicked={onPicked} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Intro({ category }: { category: Category }) {
  const text = useVenuesText()
  const { title, line } = text.category[category]
  return (
    <div className="flex w-56 shrink-0 flex-col justify-center border-r border-line/70 pr-6">
      <p className="text-xl font-semibold text-gold-soft">{title}</p>
      <p className="pt-1 text-sm text-soft">{line}</p>
    </div>
  )
}

interface CardProps {
  page: VenuePage
  /** The only one of its kind: it is as wide as the panel and shows the kind's own picture. */
  alone: boolean
  onPicked: () => void
}

function VenueCard({ page, alone, onPicked }: CardProps) {
  const text = useVenuesText()
  const { name, now } = useVenueNow()
  const shut = isShut(now(page).state)
  return (
    <Link
      to={page.path}
      onClick={onPicked}
      className="group relative isolate flex h-32 flex-col justify-center overflow-hidden rounded-xl border border-line bg-raised p-4 transition-colors hover:border-gold"
    >
      <img
        src={alone ? `/art/${page.category}.svg` : venueArt(page.key)}
        alt=""
        loading="lazy"
        decoding="async"
        className={`absolute inset-y-0 -z-10 h-full max-w-none mask-l-from-40% mask-l-to-100% transition-opacity duration-150 ${shut ? 'opacity-0' : 'opacity-80 group-hover:opacity-100'} ${
          alone ? 'right-0 w-2/3 object-cover object-right' : '-right-2.5 aspect-5/3 w-auto'
        }`}
      />
      {/* The emblem's place stays free of words. */}
      <span className="mr-20 flex flex-col">
        <span className="font-semibold text-text group-hover:text-gold-soft">{name(page)}</span>
        <span className="line-clamp-2 text-xs text-balance text-soft">{text.venue[page.key].line}</span>
        <span className="pt-1">
          <StateChip {...now(page)} />
        </span>
      </span>
    </Link>
  )
}
