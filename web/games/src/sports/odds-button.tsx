import { useEffect, useRef, useState } from 'react'
import { format, lineText } from './slip'
import { marketsOf, text } from './text'
import type { Match, OddsType, Offer, Selection } from './wire'

const flashMs = 1600

/** The side of a selection as the player reads it. */
export function sideName(match: { home: string; away: string }, s: Selection): string {
  if (s.side === 'home') return match.home
  if (s.side === 'away') return match.away
  return text.sides[s.side] ?? s.side
}

export function selectionName(match: { home: string; away: string }, s: Selection, esports: boolean): string {
  const market = marketsOf(esports)[s.market]
  const line = s.market === 'hdp' || s.market === 'ou' ? ` ${lineText(s.line, s.market === 'hdp')}` : ''
  return `${market} ${sideName(match, s)}${line}`
}

/** A button's text beside its price; the shortest one in a list, where the columns are named. */
function buttonText(match: Match, offer: Offer, short: boolean): string {
  const side = short ? (text.shortSides[offer.side] ?? '') : sideName(match, offer)
  if (offer.market === 'hdp') return `${short ? '' : side} ${lineText(offer.line, true)}`
  return offer.market === 'ou' ? `${side} ${lineText(offer.line, false)}` : side
}

interface Props {
  match: Match
  offer: Offer
  odds: OddsType
  esports: boolean
  picked: boolean
  /** In a list of matches. */
  short?: boolean
  onPick: () => void
}

/** A price that can be picked. It flashes when it moves. */
export function OddsButton({ match, offer, odds, esports, picked, short = false, onPick }: Props) {
  const before = useRef(offer.price)
  const [moved, setMoved] = useState<'up' | 'down' | null>(null)
  useEffect(() => {
    if (before.current === offer.price) return
    setMoved(offer.price > before.current ? 'up' : 'down')
    before.current = offer.price
    const timer = setTimeout(() => setMoved(null), flashMs)
    return () => clearTimeout(timer)
  }, [offer.price])
  const price = format(offer.price, odds)
  return (
    <button
      type="button"
      className={`odds-button ${moved ?? ''}`}
      aria-pressed={picked}
      disabled={offer.suspended}
      aria-label={`${match.home} ${text.against} ${match.away} ${selectionName(match, offer, esports)} ${offer.suspended ? text.closed : price}`}
      onClick={onPick}
    >
      <span>{buttonText(match, offer, short)}</span>
      <b>{offer.suspended ? text.closed : price}</b>
    </button>
  )
}
