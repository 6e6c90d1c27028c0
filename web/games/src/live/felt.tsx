import { useMemo } from 'react'
import { Die } from './dice'
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
  if (props.game === 'sicbo') return <DiceCloth {...props} />
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

const faces = [1, 2, 3, 4, 5, 6]

/** The even chances, then triples, pairs, totals and single faces, as on a real cloth. */
function DiceCloth(props: FeltProps) {
  const spots = useMemo(() => new Map(props.spots.map((spot) => [spot.key, spot])), [props.spots])
  const row = (keys: string[], extra = '') => (
    <div className={`felt-row ${extra}`}>
      {keys.map((key) => (
        <Place key={key} spot={spots.get(key)} {...props} />
      ))}
    </div>
  )
  const totals = (from: number) => Array.from({ length: 7 }, (_, at) => `s${from + at}`)
  return (
    <div className="felt sicbo">
      {row(['small', 'odd', 'triple', 'even', 'big'], 'main')}
      {row(faces.map((face) => `t${face}`))}
      {row(faces.map((face) => `p${face}`))}
      <div className="totals">
        {row(totals(4))}
        {row(totals(11))}
      </div>
      {row(faces.map((face) => `d${face}`))}
    </div>
  )
}

/** How many dice a spot shows. */
const diceOf: Record<string, number> = { t: 3, p: 2, d: 1 }

/** The dice of a spot, such as p4: two fours. */
function Shape({ spot }: { spot: string }) {
  const face = Number(spot.slice(1))
  return (
    <span className="dice-shape">
      {Array.from({ length: diceOf[spot[0] ?? ''] ?? 0 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dice that are all alike
        <Die key={at} face={face} />
      ))}
    </span>
  )
}

const odds = (spot: Spot) => (/^d\d$/.test(spot.key) ? text.each : text.odds(spot.odds))

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
      aria-label={`${spot.name} ${odds(spot)}${sum > 0 ? ` ${sum}` : ''}`}
      onClick={() => open && onPut(spot.key)}
    >
      {/^[tpd]\d$/.test(spot.key) ? <Shape spot={spot.key} /> : <b>{text.shortSpots[spot.key] ?? spot.name}</b>}
      <small>{odds(spot)}</small>
      <span className="spot-others" aria-hidden="true">
        {crowd && (
          <>
            <i>{text.people(crowd.players)}</i> {short(crowd.yuan)}
          </>
        )}
      </span>
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
