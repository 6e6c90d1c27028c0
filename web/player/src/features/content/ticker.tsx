import { useQuery } from '@tanstack/react-query'
import { lazy, useLayoutEffect, useRef, useState } from 'react'
import { Optional } from '../../ui/optional'
import { tickerQuery } from './content-queries'
import { useHomeText } from './use-home-text'

const NoticesDialog = lazy(() => import('./notices-dialog'))

/** The documented step (HOME-03): the line moves one pixel every 30 ms, whatever its length. */
export const tickerStepMs = 30

/**
 * The scrolling announcements. CSS moves them, so no timer draws the page anew 33 times a second: one round
 * takes the line's width in pixels times the step. They stop under the pointer or focus, when paused, and for
 * reduced motion. A click shows them without motion, with every announcement below them.
 */
export function Ticker() {
  const text = useHomeText()
  const { data = [] } = useQuery({ ...tickerQuery, retry: false })
  const [playing, setPlaying] = useState(true)
  const [all, setAll] = useState(false)
  return (
    <section aria-label={text.announcements} className="border-y border-line bg-panel">
      <div className="container-page flex h-11 items-center gap-4 h5:gap-2 h5:pr-1 h5:pl-4">
        <button
          type="button"
          onClick={() => setAll(true)}
          className="flex h-11 shrink-0 items-center gap-2 text-sm text-gold hover:text-gold-soft h5:-mx-3 h5:w-11 h5:justify-center"
        >
          <HornIcon />
          <span className="h5:sr-only">{text.announcements}</span>
        </button>
        {data.length > 0 ? (
          <>
            <button
              type="button"
              aria-label={text.allAnnouncements(data.length)}
              onClick={() => setAll(true)}
              className="group @container h-11 min-w-0 flex-1 overflow-hidden mask-x-from-96% mask-x-to-100% text-left text-sm text-soft -outline-offset-2"
            >
              <Lines lines={data} playing={playing} />
            </button>
            <button
              type="button"
              aria-label={playing ? text.pauseTicker : text.playTicker}
              onClick={() => setPlaying(!playing)}
              className="grid size-8 shrink-0 place-items-center rounded-full text-mute hover:text-gold h5:size-11"
            >
              <svg width="12" height="12" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
                {playing ? <path d="M3 2h3v10H3zM8 2h3v10H8z" /> : <path d="M3 2l9 5-9 5z" />}
              </svg>
            </button>
          </>
        ) : null}
      </div>
      {all && (
        <Optional>
          <NoticesDialog lines={data} onClose={() => setAll(false)} />
        </Optional>
      )}
    </section>
  )
}

/** The line twice, one behind the other: after one width it looks as it did at first, and begins again unseen. */
function Lines({ lines, playing }: { lines: string[]; playing: boolean }) {
  const copy = useRef<HTMLSpanElement>(null)
  const [width, setWidth] = useState(0)
  const line = lines.join('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another width
  useLayoutEffect(() => {
    const measure = () => setWidth(copy.current?.offsetWidth ?? 0)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [line])
  const words = lines.map((words) => (
    <span key={words} className="flex items-center">
      {words}
      <span aria-hidden="true" className="mx-7 size-1 rotate-45 bg-gold/60" />
    </span>
  ))
  return (
    <span
      data-ticker
      className={`flex w-max animate-ticker items-center leading-11 whitespace-nowrap group-hover:[animation-play-state:paused] group-focus-visible:[animation-play-state:paused] ${
        playing ? '' : '[animation-play-state:paused]'
      }`}
      style={{ animationDuration: `${width * tickerStepMs}ms` }}
    >
      <span ref={copy} className="flex min-w-[100cqw]">
        {words}
      </span>
      <span aria-hidden="true" className="flex min-w-[100cqw]">
        {words}
      </span>
    </span>
  )
}

function HornIcon() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 10v4h3l8 5V5l-8 5H4Zm14-1.500c1.300 1 1.300 6 0 7" />
    </svg>
  )
}
