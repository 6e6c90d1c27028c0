import { wentUnheard } from '@shared/api/quietly'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Link } from '../../ui/link'
import { Load } from '../../ui/states'
import { toast } from '../../ui/toast'
import { useUiText } from '../../ui/use-ui-text'
import { useClaims } from './claim-queries'
import { useListPlace } from './list-place'
import { PromoCard, PromoCardSkeleton } from './promo-card'
import { PromoMine } from './promo-mine'
import { type Promotion, promotionsQuery } from './promo-queries'
import { usePromoText } from './use-promo-text'

/** /Activity (PROMO-01): picture, name and days of every promotion, and the way to its details. */
export default function PromoListPage() {
  const text = usePromoText()
  const query = useQuery(promotionsQuery)
  const { error } = query
  useEffect(() => {
    // As documented, what the server refuses of promotions is a toast (ERR-01); the page says it where the list would be.
    if (error && !wentUnheard(error)) toast('error', error.message)
  }, [error])
  const claims = useClaims()
  useListPlace(query.data !== undefined)
  return (
    <div className="container-page pt-10 h5:px-4 h5:pt-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="h5:hidden">
          <h1 className="text-3xl font-semibold text-gold-soft">{text.title}</h1>
          <p className="pt-1 text-soft">{text.line}</p>
        </div>
        <PromoMine />
      </header>
      <div className={query.error && !query.data ? 'panel mt-6 h5:mt-4' : 'pt-6 h5:pt-4'}>
        <Load
          query={query}
          skeleton={<Loading />}
          empty={{ when: (list: Promotion[]) => list.length === 0, show: <NoPromotions /> }}
        >
          {(list) => (
            <ul aria-label={text.list} className={grid}>
              {list.map((promotion, at) => (
                <li key={promotion.id} className={at === 0 ? 'col-span-full' : 'grid'}>
                  <PromoCard
                    promotion={promotion}
                    first={at === 0}
                    claimable={claims.data?.some(({ id, state }) => id === promotion.id && state === 'claimable')}
                  />
                </li>
              ))}
            </ul>
          )}
        </Load>
      </div>
      <p className="pt-8 text-sm leading-6 text-mute">
        {text.terms}
        <Link
          to={paths.toolsRules}
          className="text-soft underline decoration-line underline-offset-4 hover:text-gold h5:py-3"
        >
          {text.termsLink}
        </Link>
        {text.stop}
        {text.care}
      </p>
    </div>
  )
}

const grid = 'grid grid-cols-3 gap-5 h5:grid-cols-1 h5:gap-3'

function Loading() {
  const words = useUiText()
  return (
    <div role="status" aria-label={words.loading} className={grid}>
      <div className="col-span-full">
        <PromoCardSkeleton first />
      </div>
      {Array.from({ length: 6 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and have no id
        <PromoCardSkeleton key={`sk-${at}`} first={false} />
      ))}
    </div>
  )
}

function NoPromotions() {
  const text = usePromoText()
  return (
    <div className="panel flex flex-col items-center gap-2 px-6 py-16 text-center">
      <StateArt state="data" />
      <p className="pt-3 text-lg font-semibold">{text.empty}</p>
      <p className="text-soft">{text.emptyHint}</p>
      <Link to={paths.home} className="btn btn-line mt-3 h5:min-h-11">
        {text.toHome}
      </Link>
    </div>
  )
}
