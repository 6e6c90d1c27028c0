import { gmtTime } from '@shared/clock'
import type { Venue } from '../../api/wire'
import { text } from '../../text/zh-cn'

const words = text.venue

/** WindowNote says when a maintenance begins, or when it ends. */
export function WindowNote({ venue }: { venue: Venue }) {
  if (!venue.scheduled && venue.windowTo === null) return null
  return (
    <span className="small">
      {venue.scheduled && venue.windowFrom !== null && words.planned(gmtTime(venue.windowFrom).slice(0, 16))}{' '}
      {venue.windowTo !== null && words.until(gmtTime(venue.windowTo).slice(0, 16))}
    </span>
  )
}
