import { boot } from '@shared/boot'
import type { Category } from '../../ui/art/category-icon'
import { Link } from '../../ui/link'
import { StateChip } from './state-chip'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { categories, entryOf, pagesOf } from './venue-pages'

const openAtFirst = (category: Category) =>
  pagesOf(category).some((page) => boot.venues[page.launch.platformId] === 'open')

/**
 * The seven kinds of games: three wide, four narrow. Kinds with an open venue come first, as the page was
 * written. An outdated order is better than a tile that moves while the player reaches for it.
 */
export function CategoryTiles() {
  const text = useVenuesText()
  const order = [...categories].sort((a, b) => Number(openAtFirst(b)) - Number(openAtFirst(a)))
  return (
    <section aria-labelledby="halls">
      <div className="flex items-baseline gap-4 pb-5">
        <h2 id="halls" className="text-2xl font-semibold">
          {text.halls}
        </h2>
        <p className="text-mute">{text.hallsLine}</p>
      </div>
      <ul className="grid grid-cols-12 gap-4">
        {order.map((category, index) => (
          <li key={category} className={['col-span-5', 'col-span-4', 'col-span-3'][index] ?? 'col-span-3'}>
            <Tile category={category} index={index} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ category, index }: { category: Category; index: number }) {
  const text = useVenuesText()
  const { isOpen } = useVenueNow()
  const { title, line } = text.category[category]
  const tall = index < 3
  // Where a tile is narrow, the words stand below the picture and not beside it.
  const narrow = index === 2 ? 'all' : index > 0 ? '(width < 1180px)' : 'not all'
  return (
    <Link
      to={entryOf(category, isOpen)}
      className={`group relative isolate flex flex-col justify-end overflow-hidden rounded-xl border border-line bg-panel px-6 pb-5 transition-colors hover:border-gold ${
        tall ? 'h-60' : 'h-44'
      }`}
    >
      <picture>
        <source media={narrow} srcSet={`/art/${category}-cell.svg`} />
        <img
          src={`/art/${category}-tile.svg`}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 -z-10 size-full object-cover object-right-top transition-transform duration-300 group-hover:scale-103"
        />
      </picture>
      <span
        aria-hidden="true"
        className={`absolute inset-0 -z-10 bg-linear-to-t from-ink/95 via-40% to-transparent to-75% ${index === 2 ? 'via-ink/80' : 'via-ink/50'}`}
      />
      <span className={`font-semibold ${tall ? 'text-2xl' : 'text-lg'}`}>{title}</span>
      {tall && <span className="max-w-34 text-sm text-balance text-soft">{line}</span>}
      <KindState category={category} />
    </Link>
  )
}

/** How many venues of a kind are open; when none is, what they are instead. */
function KindState({ category }: { category: Category }) {
  const text = useVenuesText()
  const { kind, isOpen } = useVenueNow()
  const pages = pagesOf(category)
  const open = pages.filter(isOpen).length
  if (open === 0) return <StateChip state={kind(pages)} />
  return (
    <span className="inline-flex h-5 items-center gap-1.5 text-xs text-win">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {text.venuesOpen(open)}
    </span>
  )
}
