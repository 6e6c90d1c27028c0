import { type VenuePage, venueArt } from './venue-pages'

/** A venue's emblem at the right end of a card, whole at every width, fading into the card on its left. */
export function VenuePicture({ page, className = '' }: { page: VenuePage; className?: string }) {
  return (
    <img
      src={venueArt(page.key)}
      alt=""
      loading="lazy"
      decoding="async"
      className={`absolute inset-y-0 right-0 -z-10 aspect-5/3 h-full w-auto max-w-none mask-l-from-60% mask-l-to-100% ${className}`}
    />
  )
}
