import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { siteForm } from '../../ui/site-form'
import { Empty, Load, Skeleton } from '../../ui/states'
import { type HotPromotion, hotPromotionsQuery } from './hot-queries'
import { useHomeBelowText } from './use-home-below-text'

/** The first promotions: one large, two beside it; on the phone in a row to swipe. Both states take the same room. */
const frame =
  'grid h-104 grid-cols-[1.2fr_1fr] grid-rows-2 gap-4 h5:-mx-4 h5:flex h5:h-64 h5:snap-x h5:gap-3 h5:overflow-x-auto h5:px-4 h5:[scrollbar-width:none]'
const place = 'group/place min-h-0 first:row-span-2 h5:w-[76%] h5:shrink-0 h5:snap-center'

export function HomePromos() {
  const text = useHomeBelowText()
  const query = useQuery(hotPromotionsQuery)
  return (
    <section aria-labelledby="promos">
      <div className="flex flex-wrap items-baseline gap-x-4 pb-5 h5:pb-3">
        <h2 id="promos" className="text-2xl font-semibold h5:text-lg">
          {text.promos}
        </h2>
        <p className="text-mute h5:order-1 h5:w-full h5:text-sm">{text.promosLine}</p>
        <Link
          to={paths.activity}
          className="ml-auto inline-flex min-h-8 items-center text-sm text-gold hover:underline h5:-my-3 h5:min-h-11"
        >
          {text.promosMore}
          <span aria-hidden="true" className="pl-1">
            ›
          </span>
        </Link>
      </div>
      {/* The height is fixed, so the content below keeps its place; an empty or error state fills it. */}
      <div
        className={`flex min-h-104 flex-col justify-center h5:min-h-64 ${query.isPending || query.data?.length ? '' : 'not-h5:panel'}`}
      >
        <Load
          query={query}
          skeleton={
            <div aria-hidden="true" className={frame}>
              {['sk-0', 'sk-1', 'sk-2'].map((key) => (
                <div key={key} className={place}>
                  <Skeleton className="size-full rounded-xl" />
                </div>
              ))}
            </div>
          }
          empty={{
            when: (list) => list.length === 0,
            show:
              siteForm() === 'h5' ? (
                <p className="panel px-6 py-10 text-center text-soft">{text.promosNone}</p>
              ) : (
                <Empty title={text.promosNone} />
              ),
          }}
        >
          {(list) => (
            <ul className={frame}>
              {list.map((promo) => (
                <PromoCard key={promo.id} promo={promo} />
              ))}
            </ul>
          )}
        </Load>
      </div>
    </section>
  )
}

/** The large one has its picture above its words, the small ones beside them. */
function PromoCard({ promo }: { promo: HotPromotion }) {
  const text = useHomeBelowText()
  return (
    <li className={place}>
      <Link
        to={paths.activityItem.replace(':id', String(promo.id))}
        className="group flex size-full overflow-hidden rounded-xl border border-line bg-panel transition-colors group-first/place:flex-col hover:border-gold h5:flex-col"
      >
        <span className="relative w-[46%] shrink-0 overflow-hidden bg-deep group-first/place:w-full group-first/place:flex-1 h5:w-full h5:flex-1">
          {promo.picture && (
            <img
              src={promo.picture}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-cover transition-transform duration-300 group-hover:scale-103"
            />
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-col justify-center px-6 py-4 group-first/place:flex-none h5:flex-none h5:px-4 h5:py-3">
          <span className="truncate text-lg font-semibold group-hover:text-gold-soft h5:text-base">{promo.name}</span>
          {promo.line && (
            <span className="line-clamp-2 text-sm text-balance text-soft h5:line-clamp-1">{promo.line}</span>
          )}
          <span className="tabular pt-1 text-xs text-mute">{text.promoDates(promo.from, promo.to)}</span>
        </span>
      </Link>
    </li>
  )
}
