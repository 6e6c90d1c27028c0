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

/** At least the rest of the first screen, so that the footer comes up into it with no promotion, long or short. */
const firstScreen = 'min-h-dvh'

/** The place of the frame until its page has told its height: that of a typical one. */
const waitingHeight = 'min-h-dvh'

/**
 * /Activity/{id} (PROMO-01, PROMO-02): the details in an embedded frame that can run nothing, and a way back.
 * The frame is as high as its page: only the window scrolls (H-491).
 */
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
  const h5 = siteForm() === 'h5'
  const page = promotion.page[siteForm()]
  return (
    <div
      className={`container-page grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-8 py-6 h5:block h5:p-0 ${firstScreen}`}
    >
      <div className="min-w-0">
        <Head promotion={promotion} />
        {page ? (
          <SafeFrame
            key={attempt}
            whole
            src={page}
            title={text.frame(promotion.name)}
            // Nothing runs in it, so it may keep the site's origin: by that its height is read. Its links open in windows
            // of their own.
            sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
            className={`panel overflow-hidden h5:rounded-none h5:border-0 h5:bg-transparent ${waitingHeight}`}
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
          <div className="panel grid min-h-80 place-content-center justify-items-center gap-3 text-center text-soft">
            <StateArt state="error" />
            <p>{text.missing}</p>
          </div>
        )}
      </div>
      {h5 ? (
        <div className="sticky z-10" style={{ bottom: 'calc(4rem + env(safe-area-inset-bottom))' }}>
          <PromoOwn id={promotion.id} />
        </div>
      ) : (
        <aside className="sticky top-24 space-y-4">
          {promotion.picture && (
            <img
              src={promotion.picture}
              alt=""
              width={640}
              height={360}
              className="aspect-[2/1] w-full rounded-xl border border-line object-cover"
            />
          )}
          <PromoOwn id={promotion.id} />
        </aside>
      )}
    </div>
  )
}

/** The name and the days, in one column with the text below them. */
function Head({ promotion }: { promotion: Promotion }) {
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
    <header className="pb-5">
      <Back />
      <h1 className="pt-3 text-3xl leading-10 font-semibold text-gold-soft">{promotion.name}</h1>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1.5 text-soft">
        <span className="tabular text-sm text-mute">{datesOf(promotion, text)}</span>
        {remark && (
          <span className="rounded-md border border-gold/40 bg-gold/10 px-2.5 text-sm leading-7 text-gold-soft">
            {remark}
          </span>
        )}
      </p>
    </header>
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
      className={`container-page grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-8 py-6 h5:block h5:p-0 ${firstScreen}`}
    >
      <div>
        <div className="h-32 space-y-4 h5:h-18 h5:px-4 h5:pt-3">
          <Skeleton className="h-8 w-32 h5:h-5" />
          <Skeleton className="h-8 w-64 h5:hidden" />
        </div>
        <Skeleton className={`h5:rounded-none ${waitingHeight}`} />
      </div>
      <div className="space-y-4 h5:hidden">
        <Skeleton className="aspect-[2/1] w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
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
