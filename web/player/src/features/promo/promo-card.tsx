import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { Phrases } from '../../ui/phrases'
import { siteForm } from '../../ui/site-form'
import { Skeleton } from '../../ui/states'
import { keepListPlace } from './list-place'
import type { Promotion } from './promo-queries'
import { datesOf, remarkOf } from './promo-state'
import { usePromoText } from './use-promo-text'

/** The first of the list is larger: a picture beside its words on the desktop, above them on the phone. */
const frames = {
  first: 'col-span-full grid grid-cols-[1.3fr_1fr] h5:grid-cols-1',
  other: 'flex flex-col h5:grid h5:grid-cols-[38%_minmax(0,1fr)]',
}

const pictures = {
  first: 'aspect-[2.2/1] h5:aspect-video',
  other: 'aspect-video h5:aspect-auto h5:h-full h5:min-h-34',
}

const words = {
  first: 'flex flex-col justify-center px-10 py-6 h5:px-4 h5:py-4',
  other: 'flex flex-1 flex-col px-5 py-4 h5:px-3.5 h5:py-3',
}

interface Props {
  promotion: Promotion
  first: boolean
  /** The player who is logged in can claim something of it now. */
  claimable?: boolean | undefined
}

export function PromoCard({ promotion, first, claimable = false }: Props) {
  const text = usePromoText()
  const size = first ? 'first' : 'other'
  const remark = remarkOf(promotion, text)
  const h5 = siteForm() === 'h5'
  return (
    <article className={`panel group relative overflow-hidden transition-colors hover:border-gold/60 ${frames[size]}`}>
      <div className={`relative overflow-hidden bg-raised ${pictures[size]}`}>
        {promotion.picture && (
          <img
            src={promotion.picture}
            alt=""
            width={640}
            height={360}
            loading={first ? 'eager' : 'lazy'}
            className="absolute inset-0 size-full object-cover transition-transform duration-300 group-hover:scale-[1.03]"
          />
        )}
        {remark && !h5 && <Remark className="absolute top-3 left-3 shadow-md shadow-black/40">{remark}</Remark>}
        {claimable && <Claimable>{text.claimable}</Claimable>}
      </div>
      <div className={words[size]}>
        <h2
          className={first ? 'text-2xl font-semibold text-gold-soft h5:text-lg' : 'text-lg font-semibold h5:text-base'}
        >
          {promotion.name}
        </h2>
        <p
          className={`text-soft ${first ? 'pt-2 text-base' : 'line-clamp-2 min-h-6 pt-1 text-sm leading-6 h5:leading-5'}`}
        >
          {h5 ? <Phrases>{promotion.line}</Phrases> : promotion.line}
        </p>
        <p className={`tabular text-sm text-mute h5:text-xs ${first ? 'pt-4' : 'pt-2'}`}>{datesOf(promotion, text)}</p>
        {remark && h5 && <Remark className="mt-2">{remark}</Remark>}
        <div className={first ? 'pt-6 h5:pt-3' : 'mt-auto pt-3 h5:pt-1'}>
          <Link
            to={`${paths.activity}/${promotion.id}`}
            state={{ fromList: true }}
            onClick={keepListPlace}
            aria-label={text.moreOf(promotion.name)}
            className={`after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-gold ${
              first
                ? 'btn btn-gold h5:min-h-11 h5:w-full'
                : 'inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-gold h5:min-h-11'
            }`}
          >
            {text.more}
            {!first && (
              <svg
                width="14"
                height="14"
                viewBox="0 0 24 24"
                fill="none"
                stroke="currentColor"
                strokeWidth="2.4"
                aria-hidden="true"
              >
                <path d="M9 5l7 7-7 7" strokeLinecap="round" strokeLinejoin="round" />
              </svg>
            )}
          </Link>
        </div>
      </div>
    </article>
  )
}

/** The one mark in gold: money is waiting. */
function Claimable({ children }: { children: string }) {
  return (
    <p className="absolute top-3 right-3 rounded-md bg-linear-to-b from-gold-light to-gold-dark px-2 text-xs leading-6 font-semibold text-on-gold shadow-md shadow-black/40 h5:top-2 h5:right-2">
      {children}
    </p>
  )
}

/** On the desktop over the picture, so that cards of one row stay alike; on the phone the picture is too narrow for it. */
function Remark({ className, children }: { className: string; children: string }) {
  return (
    <p
      className={`w-fit rounded-md border border-gold/50 bg-ink/90 px-2 text-xs leading-6 text-gold-soft ${className}`}
    >
      {children}
    </p>
  )
}

export function PromoCardSkeleton({ first }: { first: boolean }) {
  const size = first ? 'first' : 'other'
  return (
    <div aria-hidden="true" className={`panel overflow-hidden ${frames[size]}`}>
      <div className={`animate-pulse bg-raised ${pictures[size]}`} />
      <div className={words[size]}>
        <Skeleton className={first ? 'h-8 w-52 max-w-full' : 'h-7 w-36 max-w-full'} />
        <Skeleton className="mt-2 h-5 w-full max-w-72" />
        <Skeleton className="mt-3 h-5 w-44 max-w-full" />
        <Skeleton className={first ? 'mt-6 h-10 w-30' : 'mt-4 h-6 w-20'} />
      </div>
    </div>
  )
}
