import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../../ui/link'
import { Lottery } from './draw-board'
import { homeLifeQuery, type HomeLife as Life, type Placed } from './front-queries'
import { MatchCard } from './match-board'
import { TableCard } from './table-board'
import { useFrontText } from './use-front-text'
import { useVenueNow } from './use-venue-now'
import { useVenuesText } from './use-venues-text'
import { entryOf, venuePages } from './venue-pages'

/** A row on the desktop; the phone swipes them. */
const shown = 4

/**
 * The venues' matches with the odds that were taken last, the roads of tables and draws. Nothing shows where no bet tells
 * any of it.
 */
export default function HomeLife() {
  const text = useFrontText()
  const { data, isError } = useQuery(homeLifeQuery)
  const cards = data ? cardsOf(data) : []
  if (cards.length === 0 && (data || isError)) return null
  return (
    <section aria-labelledby="life" className="min-h-88">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 pb-3">
        <h2 id="life" className="flex items-center gap-2.5 text-lg font-semibold">
          <span aria-hidden="true" className="size-2 rounded-full bg-gold animate-pulse" />
          {text.life}
        </h2>
        <p className="text-xs text-mute">{text.lifeLine}</p>
      </div>
      {/* Relative: what only a screen reader reads is cut off with the row, and does not widen the page. */}
      <ul className="relative grid grid-cols-4 items-stretch gap-3 h5:-mx-4 h5:flex h5:snap-x h5:overflow-x-auto h5:px-4 h5:[scrollbar-width:none] h5:[&>li]:w-[82%] h5:[&>li]:shrink-0 h5:[&>li]:snap-center">
        {cards}
      </ul>
    </section>
  )
}

/** Two matches, a table and a draw; where there are fewer of one, more of another. */
function cardsOf({ matches, tables, draws }: Life): ReactNode[] {
  const match = ({ item, ...at }: Life['matches'][number]) => (
    <MatchCard key={`m ${item.league} ${item.event}`} match={item} foot={<Way {...at} />} />
  )
  const table = ({ item, ...at }: Life['tables'][number]) => (
    <TableCard key={`t ${at.platformId} ${item.game} ${item.table}`} table={item} foot={<Way {...at} />} />
  )
  const draw = ({ item, ...at }: Life['draws'][number]) => (
    <Lottery key={`d ${at.platformId} ${item.game}`} lottery={item} foot={<Way {...at} />} />
  )
  const first = [...matches.slice(0, 2).map(match), ...tables.slice(0, 1).map(table), ...draws.slice(0, 1).map(draw)]
  const more = [...tables.slice(1).map(table), ...draws.slice(1).map(draw), ...matches.slice(2).map(match)]
  return [...first, ...more].slice(0, shown)
}

/** To the page of the venue, from where its games open; without a page of its own, to the games of its kind. */
function Way({ platformId, kind }: Omit<Placed<unknown>, 'item'>) {
  const text = useFrontText()
  const { short } = useVenuesText()
  const { name, isOpen } = useVenueNow()
  const page = venuePages.find(({ category, launch }) => category === kind && launch.platformId === platformId)
  return (
    <Link
      to={page?.path ?? entryOf(kind, isOpen)}
      className="mt-auto inline-flex min-h-8 items-center self-start pt-2 text-sm text-gold hover:underline h5:min-h-11"
    >
      {text.goVenue(page ? name(page) : short[kind])}
      <span aria-hidden="true" className="pl-1">
        ›
      </span>
    </Link>
  )
}
