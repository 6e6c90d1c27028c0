import { useQuery } from '@tanstack/react-query'
import { tickerQuery } from './content-queries'
import { useContentText } from './use-content-text'

/** The scrolling announcements (HOME-03): moved by CSS alone, still under the pointer and for reduced motion. */
export function Ticker() {
  const text = useContentText()
  const { data = [] } = useQuery({ ...tickerQuery, retry: false })
  const line = data.join('　·　')
  return (
    <section aria-label={text.announcements} className="border-y border-line bg-panel">
      <div className="container-page flex h-11 items-center gap-4 h5:px-4">
        <span className="flex shrink-0 items-center gap-2 text-sm text-gold">
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            aria-hidden="true"
          >
            <path
              d="M4 10v4h3l8 5V5l-8 5H4Zm14-1.500c1.300 1 1.300 6 0 7"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </svg>
          {text.announcements}
        </span>
        <div className="min-w-0 flex-1 overflow-hidden text-sm text-soft">
          {line && (
            <div className="flex w-max animate-ticker hover:[animation-play-state:paused] focus-within:[animation-play-state:paused]">
              <p className="min-w-[60rem] pr-16 whitespace-nowrap">{line}</p>
              <p aria-hidden="true" className="min-w-[60rem] pr-16 whitespace-nowrap">
                {line}
              </p>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
