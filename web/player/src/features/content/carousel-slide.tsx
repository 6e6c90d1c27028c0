import type { Banner } from '@shared/boot'
import { useLogin } from '@shared/session'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { bannerLink } from './banner-link'
import { useHomeText } from './use-home-text'

interface Props {
  banner: Banner
  first: boolean
  current: boolean
  label: string
}

/** For a visitor the first screen; for a player a strip, because what is theirs comes below it. Also in index.html. */
const heights = {
  visitor: 'h-[clamp(21rem,30.5vw,32rem)]',
  player: 'h-52',
}

/** One picture with its words. The whole of it leads where its button leads. */
export function CarouselSlide({ banner, first, current, label }: Props) {
  const text = useHomeText()
  const { Ticket } = useLogin()
  const large = Ticket === ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      // A hidden slide is skipped by Tab too.
      inert={!current}
      className={`relative ${heights[large ? 'visitor' : 'player']} min-w-0 flex-[0_0_100%] h5:aspect-780/352 h5:h-auto h5:max-h-[60dvh]`}
    >
      <img
        src={banner.value}
        alt={banner.title ? '' : banner.alt || text.banner}
        draggable={false}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding={first ? 'sync' : 'async'}
        className="absolute inset-0 size-full object-cover object-right"
      />
      {banner.title && <div className="absolute inset-0 bg-linear-to-r from-black/50 via-black/10 to-transparent" />}
      {/* The phone's dots stand low, where some pictures are bright. */}
      <div className="absolute inset-x-0 bottom-0 hidden h-12 bg-linear-to-t from-ink/75 to-transparent h5:block" />
      <div className="absolute inset-0">
        <div
          className={`container-page flex h-full flex-col items-start justify-center h5:px-4 ${large ? '' : 'pb-6 h5:pb-0'}`}
        >
          {banner.title && (
            <p
              className={`${large ? 'text-[2.75rem]' : 'text-3xl'} leading-tight font-bold tracking-wide text-gold-soft h5:max-w-[58%] h5:text-lg`}
            >
              {banner.title}
            </p>
          )}
          {banner.title && banner.line && (
            <p
              className={`max-w-md ${large ? 'pt-3 text-lg' : 'pt-1.5 text-base'} text-text h5:max-w-[48%] h5:pt-1 h5:text-xs h5:leading-4.5`}
            >
              {banner.line}
            </p>
          )}
          <SlideLink banner={banner} />
        </div>
      </div>
    </div>
  )
}

/** A button whose area is the whole slide; without words of its own only the area. */
function SlideLink({ banner }: { banner: Banner }) {
  const text = useHomeText()
  const { Ticket } = useLogin()
  const link = bannerLink(banner.link)
  if (!link) return null
  // Home is here already, and who has an account is not asked to open one.
  if ('page' in link && (link.page === paths.home || (Ticket && link.page === paths.register))) return null
  const words = banner.button || <span className="sr-only">{banner.title || banner.alt || text.banner}</span>
  const area = 'after:absolute after:inset-0'
  const look = `${area} ${
    banner.button
      ? `btn btn-gold ${Ticket ? 'mt-3 min-h-9 px-6' : 'mt-7 min-h-11 px-8'} h5:mt-2.5 h5:min-h-7 h5:rounded-md h5:px-3 h5:text-xs`
      : ''
  }`
  return 'page' in link ? (
    <Link to={link.page} draggable={false} className={look}>
      {words}
    </Link>
  ) : (
    <a href={link.site} target="_blank" rel="noreferrer" draggable={false} className={look}>
      {words}
      <span className="sr-only">{text.newTab}</span>
    </a>
  )
}
