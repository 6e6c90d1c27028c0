import { useMemo } from 'react'
import { text } from './text'
import { colourOf } from './wheel'
import type { OthersBet, Spot, TableGame } from './wire'

/** Chips that lie on a spot: what is placed already, and what is not confirmed yet. In yuan. */
export type Stakes = Record<string, number>

export interface Others {
  players: number
  yuan: number
}

interface FeltProps {
  game: TableGame
  spots: Spot[]
  placed: Stakes
  chosen: Stakes
  winners: ReadonlySet<string>
  /** The other players’ stakes on each spot. */
  others: Record<string, Others>
  open: boolean
  onPut: (spot: string) => void
}

/** Where stakes can be put. Numbers of a wheel are laid out as on a real cloth. */
export function Felt(props: FeltProps) {
  if (props.game === 'roulette') return <Cloth {...props} />
  const main = props.spots.filter((spot) => !spot.key.endsWith('pair'))
  const pairs = props.spots.filter((spot) => spot.key.endsWith('pair'))
  const order = props.game === 'baccarat' ? ['player', 'tie', 'banker'] : ['dragon', 'tie', 'tiger']
  return (
    <div className={`felt ${props.game}`}>
      {pairs.length > 0 && (
        <div className="felt-row small">
          {['playerpair', 'bankerpair'].map((key) => (
            <Place key={key} spot={pairs.find((spot) => spot.key === key)} {...props} />
          ))}
        </div>
      )}
      <div className="felt-row">
        {order.map((key) => (
          <Place key={key} spot={main.find((spot) => spot.key === key)} {...props} />
        ))}
      </div>
    </div>
  )
}

/** Twelve columns of three numbers, zero at their head, the outside bets below. */
function Cloth(props: FeltProps) {
  const spots = useMemo(() => new Map(props.spots.map((spot) => [spot.key, spot])), [props.spots])
  const rows = [3, 2, 1].map((first) => Array.from({ length: 12 }, (_, column) => first + column * 3))
  return (
    <div className="felt roulette">
      <div className="cloth">
        <Place spot={spots.get('n0')} {...props} extra="zero head" />
        {rows.map((row, at) => (
          <div className="line" key={row[0]}>
            {row.map((n) => (
              <Place key={n} spot={spots.get(`n${n}`)} {...props} extra={colourOf(n)} />
            ))}
            <Place spot={spots.get(`column${3 - at}`)} {...props} extra="column" />
          </div>
        ))}
      </div>
      <div className="felt-row outside">
        {['dozen1', 'dozen2', 'dozen3'].map((key) => (
          <Place key={key} spot={spots.get(key)} {...props} />
        ))}
      </div>
      <div className="felt-row outside">
        {['low', 'even', 'red', 'black', 'odd', 'high'].map((key) => (
          <Place key={key} spot={spots.get(key)} {...props} extra={key === 'red' || key === 'black' ? key : ''} />
        ))}
      </div>
    </div>
  )
}

function Place({
  spot,
  placed,
  chosen,
  winners,
  others,
  open,
  onPut,
  extra = '',
}: FeltProps & { spot: Spot | undefined; extra?: string }) {
  if (!spot) return null
  const lies = placed[spot.key] ?? 0
  const more = chosen[spot.key] ?? 0
  const won = winners.has(spot.key)
  const sum = lies + more
  const crowd = others[spot.key]
  return (
    <button
      type="button"
      className={`spot ${spot.key} ${extra} ${won ? 'hit' : ''}`}
      aria-disabled={!open}
      aria-label={`${spot.name} ${text.odds(spot.odds)}${sum > 0 ? ` ${sum}` : ''}`}
      onClick={() => open && onPut(spot.key)}
    >
      <b>{spot.name}</b>
      <small>{text.odds(spot.odds)}</small>
      {crowd && (
        <span className="spot-others" aria-hidden="true">
          <i>{text.people(crowd.players)}</i> {short(crowd.yuan)}
        </span>
      )}
      {sum > 0 && <span className={`pile ${more > 0 ? 'new' : ''}`}>{short(sum)}</span>}
    </button>
  )
}

/** The stakes of the others by spot. */
export function othersOn(bets: OthersBet[]): Record<string, Others> {
  const spots: Record<string, Others> = {}
  for (const bet of bets) {
    const on = spots[bet.spot] ?? { players: 0, yuan: 0 }
    spots[bet.spot] = { players: on.players + 1, yuan: on.yuan + Number(bet.stake) }
  }
  return spots
}

/** 1500 as 1.5k, so that it fits on a chip. */
function short(yuan: number): string {
  if (yuan < 1000) return String(yuan)
  const thousands = yuan / 1000
  return `${Number.isInteger(thousands) ? thousands : thousands.toFixed(1)}k`
}
