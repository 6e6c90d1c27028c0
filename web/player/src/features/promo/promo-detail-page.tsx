import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { SafeFrame } from '../../ui/safe-frame'
import { siteForm } from '../../ui/site-form'
import { Failed, Load, Skeleton } from '../../ui/states'
import { PromoOwn } from './promo-own'
import { type Promotion, promotionsQuery } from './promo-queries'
import { datesOf, remarkOf } from './promo-state'
import { usePromoText } from './use-promo-text'

/** The bars of each form, so that the page is exactly one screen and its frame fills what they leave. */
const oneScreen = 'h-[calc(100dvh-6rem)] min-h-140 h5:h-[calc(100dvh-7.5rem-env(safe-area-inset-bottom))] h5:min-h-100'

/** /Activity/{id} (PROMO-01, PROMO-02): the details in an embedded frame that can run nothing, and a way back. */
export default function PromoDetailPage() {
  const { id = '' } = useParams()
  const query = useQuery(promotionsQuery)
  if (query.error && !query.data) {
    return (
      <div className="grid min-h-[60dvh] place-content-center">
        <Failed message={query.error.message} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  return (
    <Load query={query} skeleton={<Loading />}>
      {(list) => {
        const promotion = /^\d{1,15}$/.test(id) ? list.find((one) => one.id === Number(id)) : undefined
        return promotion ? <Detail key={promotion.id} promotion={promotion} /> : <Missing />
      }}
    </Load>
  )
}

function Detail({ promotion }: { promotion: Promotion }) {
  const text = usePromoText()
  const [attempt, setAttempt] = useState(0)
  const page = promotion.page[siteForm()]
  return (
    <div
      className={`container-page grid grid-cols-[19rem_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-6 py-6 h5:grid-cols-1 h5:grid-rows-[auto_minmax(0,1fr)_auto] h5:gap-0 h5:p-0 ${oneScreen}`}
    >
      <Aside promotion={promotion} />
      {page ? (
        <SafeFrame
          key={attempt}
          src={page}
          title={text.frame(promotion.name)}
          // Nothing runs in it; its links open in windows of their own.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="panel overflow-hidden h5:rounded-none h5:border-0 h5:bg-transparent"
          slow={
            <div role="alert" className="grid justify-items-center gap-4 p-6 text-center text-soft">
              <StateArt state="offline" />
              <p>{text.slow}</p>
              <Button look="line" onClick={() => setAttempt(attempt + 1)}>
                {text.retry}
              </Button>
            </div>
          }
        />
      ) : (
        <div className="panel grid place-content-center justify-items-center gap-3 text-center text-soft">
          <StateArt state="error" />
          <p>{text.missing}</p>
        </div>
      )}
      {siteForm() === 'h5' && <PromoOwn id={promotion.id} />}
    </div>
  )
}

/** On the desktop what the card said, beside the frame; on the phone one line with the name and the days. */
function Aside({ promotion }: { promotion: Promotion }) {
  const text = usePromoText()
  const remark = remarkOf(promotion, text)
  if (siteForm() === 'h5') {
    return (
      <div className="border-b border-line px-4 pb-2.5">
        <div className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 truncate font-semibold text-gold-soft">{promotion.name}</h2>
          <Back />
        </div>
        <p className="text-xs leading-5 text-soft">
          <span className="tabular text-mute">{datesOf(promotion, text)}</span>
          {remark && <span className="block text-gold-soft">{remark}</span>}
        </p>
      </div>
    )
  }
  return (
    <aside className="flex min-h-0 flex-col gap-4 overflow-y-auto">
      <Back />
      {promotion.picture && (
        <img
          src={promotion.picture}
          alt=""
          width={640}
          height={360}
          className="aspect-[2/1] w-full shrink-0 rounded-xl border border-line object-cover"
        />
      )}
      <div>
        <h1 className="text-2xl leading-8 font-semibold text-gold-soft">{promotion.name}</h1>
        <p className="pt-1.5 text-soft">{promotion.line}</p>
        <p className="tabular pt-1.5 text-sm text-mute">{datesOf(promotion, text)}</p>
      </div>
      <PromoOwn id={promotion.id} />
      {remark && (
        <p className="w-fit rounded-md border border-gold/40 bg-gold/10 px-2.5 text-sm leading-7 text-gold-soft">
          {remark}
        </p>
      )}
    </aside>
  )
}

/** Back to the list where it was left; opened by its address, there is no list behind it, and it opens anew. */
function Back() {
  const text = usePromoText()
  const navigate = useNavigate()
  const { state } = useLocation()
  const back = (event: MouseEvent) => {
    if (!(state as { fromList?: boolean } | null)?.fromList || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link
      to={paths.activity}
      onClick={back}
      className="inline-flex min-h-8 w-fit shrink-0 items-center gap-1.5 text-sm text-soft hover:text-gold h5:min-h-11"
    >
      {siteForm() === 'desktop' && (
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M15 5l-7 7 7 7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
      {text.back}
    </Link>
  )
}

function Loading() {
  const text = usePromoText()
  return (
    <div
      role="status"
      aria-label={text.loading}
      className={`container-page grid grid-cols-[19rem_minmax(0,1fr)] gap-6 py-6 h5:grid-cols-1 h5:grid-rows-[4.5rem_minmax(0,1fr)] h5:gap-0 h5:p-0 ${oneScreen}`}
    >
      <div className="space-y-4 h5:px-4 h5:pt-3">
        <Skeleton className="h-8 w-32 h5:h-5" />
        <Skeleton className="aspect-[2/1] w-full h5:hidden" />
        <Skeleton className="h-8 w-48 h5:hidden" />
        <Skeleton className="h-24 w-full h5:hidden" />
      </div>
      <Skeleton className="h-full h5:rounded-none" />
    </div>
  )
}

function Missing() {
  const text = usePromoText()
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <StateArt state="games" size={192} />
      <h1 className="pt-3 text-2xl font-semibold h5:text-xl">{text.missing}</h1>
      <p className="text-soft">{text.missingHint}</p>
      <Link to={paths.activity} className="btn btn-gold mt-4 h5:min-h-11">
        {text.back}
      </Link>
    </div>
  )
}
