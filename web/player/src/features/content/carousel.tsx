import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import useEmblaCarousel from 'embla-carousel-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { CarouselSlide } from './carousel-slide'
import { bannersFor, bannersQuery, ownBanners } from './content-queries'
import { useHomeText } from './use-home-text'

/** How long a slide is shown before the next one comes. */
export const slideMs = 5000

/**
 * HOME-01: one slide a view, in a loop, automatically. It stops under the pointer or focus, when paused, and
 * for reduced motion.
 */
export default function Carousel() {
  const text = useHomeText()
  const { data } = useQuery(bannersQuery)
  const { Ticket } = useLogin()
  const banners = bannersFor(data && data.length > 0 ? data : ownBanners(text.ownBanners), Ticket !== '')
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: calm ? 0 : 25 })
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(!calm)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!embla) return
    const look = () => setCurrent(embla.selectedScrollSnap())
    embla.on('select', look).on('reInit', look)
    return () => void embla.off('select', look).off('reInit', look)
  }, [embla])

  // A slide chosen by hand is shown its full time too, so the slide restarts the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!embla || !playing || held || banners.length < 2) return
    const timer = window.setInterval(() => document.hidden || embla.scrollNext(), slideMs)
    return () => window.clearInterval(timer)
  }, [embla, playing, held, banners.length, current])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') embla?.scrollPrev()
    if (event.key === 'ArrowRight') embla?.scrollNext()
  }
  return (
    <section
      aria-roledescription="carousel"
      aria-label={text.carousel}
      className="group/carousel relative bg-deep"
      onKeyDown={onKeyDown}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div ref={viewport} className="overflow-hidden">
        <div className="flex touch-pan-y">
          {banners.map((banner, index) => (
            <CarouselSlide
              // biome-ignore lint/suspicious/noArrayIndexKey: two slides may have one picture, and none keeps anything
              key={index}
              banner={banner}
              first={index === 0}
              current={index === current}
              label={text.slide(index + 1, banners.length)}
            />
          ))}
        </div>
      </div>
      {banners.length > 1 && (
        <>
          <div className="pointer-events-none absolute inset-x-0 bottom-4 h5:-bottom-2">
            <div className="container-page flex items-center gap-1 h5:gap-0 h5:px-3">
              {banners.map((_, index) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={index}
                  type="button"
                  aria-label={text.goSlide(index + 1)}
                  aria-current={index === current}
                  onClick={() => embla?.scrollTo(index)}
                  className="pointer-events-auto grid h-6 min-w-8 place-items-center h5:h-11 h5:max-w-11 h5:min-w-6 h5:flex-1 h5:px-1"
                >
                  <span
                    className={`h-1 w-6 rounded-full transition-colors h5:h-0.75 h5:w-full ${
                      index === current ? 'bg-gold' : 'bg-white/35'
                    }`}
                  />
                </button>
              ))}
              <button
                type="button"
                aria-label={playing ? text.pause : text.play}
                onClick={() => setPlaying(!playing)}
                className="pointer-events-auto grid size-7 place-items-center rounded-full text-white/80 hover:text-gold h5:ml-auto h5:size-11"
              >
                <svg
                  width="14"
                  height="14"
                  viewBox="0 0 14 14"
                  fill="currentColor"
                  className="h5:box-content h5:rounded-full h5:bg-ink/70 h5:p-1.5"
                  aria-hidden="true"
                >
                  {playing ? <path d="M3 2h3v10H3zM8 2h3v10H8z" /> : <path d="M3 2l9 5-9 5z" />}
                </svg>
              </button>
              <span className="ml-auto flex gap-2 h5:hidden">
                <Arrow label={text.previous} turn="left" onClick={() => embla?.scrollPrev()} />
                <Arrow label={text.next} turn="right" onClick={() => embla?.scrollNext()} />
              </span>
            </div>
          </div>
        </>
      )}
    </section>
  )
}

/** On the desktop, for the pointer, in the line of the dots, so that it covers no word at any width; the phone is swiped and the keyboard has its arrow keys and the dots. */
function Arrow({ label, turn, onClick }: { label: string; turn: 'left' | 'right'; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="pointer-events-auto grid size-11 place-items-center rounded-full border border-white/20 bg-ink/50 text-text opacity-0 transition-opacity group-hover/carousel:opacity-100 hover:border-gold hover:text-gold focus-visible:opacity-100"
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d={turn === 'left' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  )
}
