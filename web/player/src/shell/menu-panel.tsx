import { Link } from 'react-router'
import { type Category, CategoryIcon } from '../ui/art/category-icon'
import type { MenuItem } from './menu'
import { useVenueNames } from './text/venue-names'
import { useShellText } from './use-shell-text'

/** One of the seven slide-down panels: the venues of a kind of game. */
export default function MenuPanel({ item, onPicked }: { item: MenuItem; onPicked: () => void }) {
  const text = useShellText()
  const names = useVenueNames()
  const category = item.key as Category
  return (
    <div
      data-panel={item.key}
      className="absolute inset-x-0 top-full z-30 animate-rise border-b border-line bg-panel/98 shadow-2xl shadow-black/50"
    >
      <div className="container-page flex items-center gap-8 py-6">
        <div className="w-56 shrink-0">
          <p className="text-xl font-semibold text-gold">{text[category]}</p>
          <p className="pt-1 text-sm text-soft">{text.categoryLine[category]}</p>
        </div>
        <ul className="flex flex-1 flex-wrap gap-4">
          {item.panel?.map((link) => (
            <li key={link.path}>
              <Link
                to={link.path}
                onClick={onPicked}
                className="flex w-44 items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3.5 transition-colors hover:border-gold hover:text-gold"
              >
                <CategoryIcon category={category} size={40} />
                <span>{names[link.name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
