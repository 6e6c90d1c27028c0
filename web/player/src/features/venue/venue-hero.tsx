import { Phrases } from '../../ui/phrases'
import { siteForm } from '../../ui/site-form'
import { LaunchArea } from './launch-area'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import type { VenuePage } from './venue-pages'

/** The banner of a category page: the picture of the kind of game, the venue's words and the way in. */
export function VenueHero({ page }: { page: VenuePage }) {
  const text = useVenuesText()
  const phone = siteForm() === 'h5'
  const venues = useVenueNow()
  const wallet = venues.wallet(page)
  return (
    <section className="relative overflow-hidden bg-deep">
      <img
        src={`/art/${page.category}${phone ? '-h5' : ''}.svg`}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-right"
      />
      <div className="absolute inset-0 bg-linear-to-r from-ink/60 via-ink/15 to-transparent h5:from-ink/90 h5:via-ink/60" />
      <div className="container-page relative flex h-[clamp(27rem,33vw,34rem)] flex-col items-start justify-center pb-12 h5:aspect-780/480 h5:h-auto h5:max-h-60 h5:w-full h5:px-4 h5:pb-0">
        <p className="flex items-center gap-3 text-sm tracking-[0.2em] text-gold h5:hidden">
          <span aria-hidden="true" className="h-px w-8 bg-gold/70" />
          {text.category[page.category].title}
        </p>
        <h1 className="pt-3 text-5xl leading-tight font-bold tracking-wide text-gold-soft h5:max-w-[50%] h5:pt-0 h5:text-[1.75rem]">
          {venues.name(page)}
        </h1>
        <p className="pt-2 text-xl text-text h5:max-w-[36%] h5:pt-1 h5:text-sm h5:text-soft">
          <Phrases>{text.venue[page.key].line}</Phrases>
        </p>
        {wallet && <p className="pt-1.5 text-sm text-soft h5:pt-0.5 h5:text-xs">{text.wallet(wallet)}</p>}
        <LaunchArea page={page} />
      </div>
    </section>
  )
}
