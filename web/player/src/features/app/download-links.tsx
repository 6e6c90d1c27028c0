import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { Phrases } from '../../ui/phrases'
import { Load, Skeleton } from '../../ui/states'
import { useUiText } from '../../ui/use-ui-text'
import { type Downloads, downloadsQuery, isInsideApp, type Platform, phonePlatform } from './download'
import { useAppText } from './use-app-text'

/** The packages there are, the one for this phone first; without any it says so. */
export function DownloadLinks() {
  const text = useAppText()
  const ui = useUiText()
  const query = useQuery(downloadsQuery)
  // One line, as high as the links: a tall error message would push the phone beside it away.
  if (query.error && !query.data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-soft">{query.error.message}</p>
        <Button look="line" onClick={() => void query.refetch()}>
          {ui.retry}
        </Button>
      </div>
    )
  }
  return (
    <Load query={query} skeleton={<Skeleton className="h-12 w-64 max-w-full" />}>
      {(links) => {
        const order = platformsOf(links)
        if (order.length === 0)
          return (
            <p className="w-fit rounded-xl border border-info/30 bg-info/8 px-4 py-2.5 leading-7 text-pretty">
              <Phrases>{text.missing}</Phrases>
            </p>
          )
        return (
          <>
            <div className="flex flex-wrap gap-3">
              {order.map((platform, at) => (
                <a
                  key={platform}
                  href={links[platform]}
                  rel="noopener noreferrer"
                  className={`btn min-h-12 min-w-36 h5:flex-1 ${at === 0 ? 'btn-gold' : 'btn-line'}`}
                >
                  <PlatformIcon platform={platform} />
                  {text.download(text[platform])}
                </a>
              ))}
            </div>
            {isInsideApp() && <p className="pt-2 text-sm text-gold-soft">{text.inApp}</p>}
            <p className="pt-2.5 text-sm leading-6 text-mute">{text.safety}</p>
          </>
        )
      }}
    </Load>
  )
}

function platformsOf(links: Downloads): Platform[] {
  const here = phonePlatform()
  return (['ios', 'android'] as const).filter((one) => links[one]).toSorted((a, b) => +(b === here) - +(a === here))
}

export function PlatformIcon({ platform }: { platform: Platform }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {platform === 'ios' ? (
        <>
          <rect x="6.5" y="2" width="11" height="20" rx="3" />
          <path d="M10.5 5h3" />
        </>
      ) : (
        <>
          <rect x="6" y="2" width="12" height="20" rx="2" />
          <path d="M10 18.5h4M6 6h12" />
        </>
      )}
    </svg>
  )
}
