import { Link } from '../../ui/link'
import type { PagedCategory } from './text/category.zh-cn'
import { useCategoryText } from './use-category-text'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { pagesOf, tabsOf, type VenuePage } from './venue-pages'

/** The kind of game, how it is played, and how to enter a venue of it. */
export function CategoryAbout({ page }: { page: VenuePage }) {
  const text = useVenuesText()
  const words = useCategoryText()
  const { now } = useVenueNow()
  const { title } = text.category[page.category]
  const about = words.category[page.category as PagedCategory]
  const state = now(page).state
  return (
    <>
      <div className="grid grid-cols-[1.2fr_1fr] gap-x-20 h5:grid-cols-1 h5:gap-y-8">
        <section aria-labelledby="about">
          <h2 id="about" className="text-2xl font-semibold h5:text-lg">
            {words.aboutOpen(title)}
          </h2>
          <p className="pt-4 leading-8 text-soft h5:pt-3 h5:leading-7">{about.intro}</p>
          <h3 className="pt-6 pb-3 text-sm text-mute">{words.plays}</h3>
          <ul className="flex flex-wrap gap-2">
            {about.plays.map((play) => (
              <li key={play} className="rounded-full border border-line px-3.5 py-1 text-sm text-soft">
                {play}
              </li>
            ))}
          </ul>
          <OtherVenues page={page} />
        </section>
        <dl className="self-start border-l border-line pl-10 h5:border-l-0 h5:pl-0">
          {about.points.map((point) => (
            <div key={point.title} className="border-b border-line/70 py-4 first:pt-0">
              <dt className="font-semibold text-gold-soft">{point.title}</dt>
              <dd className="pt-0.5 text-sm text-soft">{point.line}</dd>
            </div>
          ))}
          <div className="pt-4">
            <dt className="font-semibold">{words.valid}</dt>
            <dd className="pt-0.5 text-sm text-soft">{about.valid}</dd>
          </div>
        </dl>
      </div>
      {state === 'open' && <Steps />}
    </>
  )
}

/** Pages of the kind that no tab leads to. */
function OtherVenues({ page }: { page: VenuePage }) {
  const words = useCategoryText()
  const { name } = useVenueNow()
  const shown = tabsOf(page)
  const others = pagesOf(page.category).filter((other) => !shown.includes(other) && other.key !== page.key)
  if (others.length === 0) return null
  return (
    <nav aria-label={words.others} className="flex flex-wrap items-center gap-x-6 gap-y-1 pt-6 text-sm">
      <span className="text-mute">{words.others}</span>
      {others.map((other) => (
        <Link
          key={other.key}
          to={other.path}
          className="inline-flex min-h-8 items-center text-gold hover:underline h5:min-h-11 h5:min-w-11"
        >
          {name(other)}
        </Link>
      ))}
    </nav>
  )
}

function Steps() {
  const words = useCategoryText()
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="text-2xl font-semibold h5:text-lg">
        {words.steps}
      </h2>
      <ol className="grid grid-cols-3 gap-10 pt-5 h5:grid-cols-1 h5:gap-5 h5:pt-4">
        {words.step.map((step, index) => (
          <li key={step.title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="tabular grid size-9 shrink-0 place-items-center rounded-full border border-gold/60 text-gold"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="leading-9 font-semibold">{step.title}</h3>
              <p className="text-sm text-soft">{step.line}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
