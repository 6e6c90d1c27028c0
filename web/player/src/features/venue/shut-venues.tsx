import { CategoryIcon } from '../../ui/art/category-icon'
import { Link } from '../../ui/link'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { isShut, venuePages } from './venue-pages'

/** The one place of what is not open: quiet rows at the end of the halls. Nothing shows while every venue is open. */
export function ShutVenues() {
  const text = useVenuesText()
  const { name, now } = useVenueNow()
  const shut = venuePages.filter((page) => isShut(now(page).state))
  if (shut.length === 0) return null
  return (
    <section aria-labelledby="not-open">
      <div className="flex flex-wrap items-baseline gap-x-4 pb-3">
        <h2 id="not-open" className="text-lg font-semibold text-soft h5:text-base">
          {text.notOpen}
        </h2>
        <p className="text-sm text-mute">{text.notOpenLine}</p>
      </div>
      <ul className="flex flex-wrap gap-2.5 h5:gap-2">
        {shut.map((page) => (
          <li key={page.key}>
            <Link
              to={page.path}
              className="flex min-h-9 items-center gap-2 rounded-full border border-line px-3.5 text-sm text-mute hover:border-gold/60 hover:text-soft h5:min-h-11"
            >
              <CategoryIcon category={page.category} size={18} />
              {name(page)}
              <span className="text-xs">{text.state[now(page).state as 'absent' | 'closed']}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
