import type { Programme } from './vip-queries'

/** How far it is to the next level, in whole percent; at the last one there is no more to go. */
export const shareOf = ({ betFen, nextBetFen }: Programme): number =>
  nextBetFen > 0 ? Math.min(100, Math.floor((betFen * 100) / nextBetFen)) : 100

/** A thin bar; its meaning is written beside it. */
export function Bar({ share, className = '' }: { share: number; className?: string }) {
  return (
    <span aria-hidden="true" className={`block h-1.5 overflow-hidden rounded-full bg-deep ${className}`}>
      <span
        className="block h-full rounded-full bg-linear-to-r from-gold-dark to-gold-light"
        style={{ width: `${share}%` }}
      />
    </span>
  )
}
