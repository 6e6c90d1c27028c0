import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths'
import { bannersQuery } from './content-queries'
import { useContentText } from './use-content-text'

/** HOME-01: one slide a view, in a loop, by itself; still for whoever asked for less motion, hovers or pauses it. */
export function Carousel() {
  const text = useContentText()
  const { data: banners = [] } = useQuery(bannersQuery)
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: calm ? 0 : 25 }, [
    autoplay({ delay: 5000, playOnInit: !calm, stopOnMouseEnter: true, stopOnFocusIn: true, stopOnInteraction: false }),
  ])
  const [current, setCurrent] = useState(0)
  const [playing, setPlaying] = useState(!calm)

  useEffect(() => {
    if (!embla) return
    const look = () => setCurrent(embla.selectedScrollSnap())
    const hidden = () => {
      if (document.hidden) embla.plugins().autoplay?.stop()
      else if (playing) embla.plugins().autoplay?.play()
    }
    embla.on('select', look).on('reInit', look)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      embla.off('select', look).off('reInit', look)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [embla, playing])

  const toggle = () => {
    const control = embla?.plugins().autoplay
    if (playing) control?.stop()
    else control?.play()
    setPlaying(!playing)
  }
  return (
    <section aria-roledescription="carousel" aria-label={text.carousel} className="relative">
      <div ref={viewport} className="overflow-hidden">
        <div className="flex">
          {banners.map((address, index) => (
            <Slide key={address} address={address} first={index === 0} label={text.slide(index + 1, banners.length)} />
          ))}
        </div>
      </div>
      <div className="absolute inset-x-0 bottom-4 h5:bottom-1">
        <div className="container-page flex items-center gap-1 h5:justify-center">
          {banners.map((address, index) => (
            <button
              key={address}
              type="button"
              aria-label={text.goSlide(index + 1)}
              aria-current={index === current}
              onClick={() => embla?.scrollTo(index)}
              className="grid h-6 min-w-8 place-items-center h5:h-11 h5:min-w-11"
            >
              <span
                className={`h-1 rounded-full transition-all ${index === current ? 'w-8 bg-gold' : 'w-4 bg-white/35'}`}
              />
            </button>
          ))}
          <button
            type="button"
            aria-label={playing ? text.pause : text.play}
            onClick={toggle}
            className="grid size-7 place-items-center rounded-full text-white/80 hover:text-gold h5:size-11"
          >
            <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
              {playing ? <path d="M3 2h3v10H3zM8 2h3v10H8z" /> : <path d="M3 2l9 5-9 5z" />}
            </svg>
          </button>
        </div>
      </div>
    </section>
  )
}

function Slide({ address, first, label }: { address: string; first: boolean; label: string }) {
  const text = useContentText()
  const { Ticket } = useLogin()
  const caption = text.captions[new URL(address, window.location.href).pathname]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="relative h-[26rem] min-w-0 flex-[0_0_100%] h5:h-44"
    >
      <img
        src={address}
        alt={caption ? '' : text.banner}
        fetchPriority={first ? 'high' : 'auto'}
        className="absolute inset-0 size-full object-cover object-right"
      />
      {caption && <div className="absolute inset-0 bg-linear-to-r from-black/55 via-black/15 to-transparent" />}
      {caption && (
        <div className="container-page absolute inset-0 flex flex-col items-start justify-center h5:px-4 h5:pb-5">
          <p className="text-[2.75rem] leading-tight font-bold tracking-wide text-gold-soft h5:max-w-[62%] h5:text-xl">
            {caption.title}
          </p>
          <p className="max-w-md pt-3 text-lg text-text h5:max-w-[58%] h5:pt-1 h5:text-xs">{caption.line}</p>
          <Link to={Ticket ? paths.board01 : paths.register} className="btn btn-gold mt-7 min-h-11 px-8 h5:hidden">
            {Ticket ? text.toBoard : text.start}
          </Link>
        </div>
      )}
    </div>
  )
}
