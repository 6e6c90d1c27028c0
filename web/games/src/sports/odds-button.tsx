import { useEffect, useRef, useState } from 'react'
import { format, lineText } from './slip'
import { text } from './text'
import type { Match, OddsType, Offer, Selection } from './wire'

const flashMs = 1600

/** The side of a selection as the player reads it. */
export function sideName(match: { home: string; away: string }, s: Selection): string {
  if (s.side === 'home') return match.home
  if (s.side === 'away') return match.away
  return text.sides[s.side] ?? s.side
}

export function selectionName(match: { home: string; away: string }, s: Selection, esports: boolean): string {
  const market = (esports ? text.esportMarkets : text.markets)[s.market]
  const line = s.market === 'hdp' || s.market === 'ou' ? ` ${lineText(s.line, s.market === 'hdp')}` : ''
  return `${market} ${sideName(match, s)}${line}`
}

interface Props {
  match: Match
  offer: Offer
  odds: OddsType
  esports: boolean
  picked: boolean
  onPick: () => void
}

/** A price that can be picked. It flashes when it moves. */
export function OddsButton({ match, offer, odds, esports, picked, onPick }: Props) {
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
  const lined = offer.market === 'hdp' || offer.market === 'ou'
  const side = offer.market === 'hdp' ? '' : sideName(match, offer)
  return (
    <button
      type="button"
      className={`odds-button ${moved ?? ''}`}
      aria-pressed={picked}
      disabled={offer.suspended}
      aria-label={`${match.home} ${text.against} ${match.away} ${selectionName(match, offer, esports)} ${offer.suspended ? text.closed : price}`}
      onClick={onPick}
    >
      <span>
        {offer.market === '1x2' ? '' : side} {lined ? lineText(offer.line, offer.market === 'hdp') : ''}
      </span>
      <b>{offer.suspended ? text.closed : price}</b>
    </button>
  )
}
