import type { Category } from '../../ui/art/category-icon'
import { CategoryIcon } from '../../ui/art/category-icon'
import { Link } from '../../ui/link'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { categories, entryOf } from './venue-pages'

/** The phone's way between the kinds of games: one line with all seven, the current one lit. */
export default function KindStrip({ current }: { current?: Category }) {
  const text = useVenuesText()
  const { isOpen } = useVenueNow()
  return (
    <nav aria-label={text.kinds} className="overflow-x-auto border-b border-line bg-panel">
      <ul className="flex px-1">
        {categories.map((kind) => (
          <li key={kind} className="min-w-11 flex-auto">
            <Link
              to={entryOf(kind, isOpen)}
              aria-current={kind === current ? 'page' : undefined}
              className={`flex h-15 flex-col items-center justify-center gap-0.5 px-0.5 text-xs whitespace-nowrap -outline-offset-2 ${
                kind === current ? 'font-semibold text-gold' : 'text-soft'
              }`}
            >
              <CategoryIcon category={kind} size={26} />
              {text.short[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
