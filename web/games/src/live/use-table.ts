import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PlayError } from '../api'
import { sounds } from '../slot/sound'
import { live } from './api'
import type { Stakes } from './felt'
import { text } from './text'
import { useCountdown, usePoll } from './use-poll'
import type { LiveBet, Outcome, Seat } from './wire'

const everyMs = 1000

/** The chips, in yuan. */
export const chips = [1, 5, 10, 50, 100, 500, 1000, 5000]

export interface Play {
  seat: Seat
  /** Seconds until the part of the round that is on ends. */
  seconds: number
  open: boolean
  outcome: Outcome | undefined
  /** The outcome was not seen before: its cards are dealt in front of the player. */
  fresh: boolean
  placed: Stakes
  chosen: Stakes
  sum: number
  winners: ReadonlySet<string>
  /** The payout of the round, once it is settled; null before that or without a stake. */
  paid: number | null
  /** The payout less the stakes, once the round is settled. */
  net: number | null
  note: string
  sending: boolean
  /** The picked chip; at first the smallest one that the table takes. */
  chip: number
  pick: (yuan: number) => void
  /** A chip lies within the table's limits. */
  takes: (yuan: number) => boolean
  /** There is a round whose stakes can be put again. */
  canRepeat: boolean
  put: (spot: string) => void
  undo: () => void
  clear: () => void
  repeat: () => void
  confirm: () => void
}

const total = (stakes: Stakes) => Object.values(stakes).reduce((sum, yuan) => sum + yuan, 0)

function stakesOf(bets: LiveBet[]): Stakes {
  const stakes: Stakes = {}
  for (const bet of bets) stakes[bet.spot] = (stakes[bet.spot] ?? 0) + Number(bet.stake)
  return stakes
}

/** Plays at one table. */
export function useTable(code: string): { play: Play | null; fault: PlayError | null } {
  const ask = useCallback(() => live.seat(code), [code])
  const { value: seat, ahead, fault, refresh } = usePoll(ask, everyMs)
  const [chosen, setChosen] = useState<{ round: string; puts: { spot: string; yuan: number }[] }>({
    round: '',
    puts: [],
  })
  const [picked, pick] = useState(0)
  const [note, setNote] = useState('')
  const [sending, setSending] = useState(false)
  const [before, setBefore] = useState<Stakes>({})
  const sent = useRef<{ id: string; key: string } | null>(null)
  const firstSeen = useRef<{ round: string; phase: string } | null>(null)

  const seconds = useCountdown(seat?.table.endsAt ?? 0, ahead)
  const round = seat?.table.round ?? ''
  const phase = seat?.table.phase ?? 'shown'
  const open = phase === 'betting' && seconds > 0

  // A player who comes in the middle of a round sees its cards at once; one who was there before sees the
  // deal.
  if (seat && (!firstSeen.current || firstSeen.current.round !== round)) firstSeen.current = { round, phase }
  const fresh = firstSeen.current?.phase === 'betting'

  // A part of the round is over: its successor is asked for at once.
  useEffect(() => {
    if (seconds === 0) refresh()
  }, [seconds, refresh])

  const puts = chosen.round === round ? chosen.puts : []
  const stakes = useMemo(() => {
    const sums: Stakes = {}
    for (const { spot, yuan } of puts) sums[spot] = (sums[spot] ?? 0) + yuan
    return sums
  }, [puts])

  const placed = useMemo(() => stakesOf(seat?.bets ?? []), [seat])
  useEffect(() => {
    if (Object.keys(placed).length > 0) setBefore(placed)
  }, [placed])

  const change = (next: (puts: { spot: string; yuan: number }[]) => { spot: string; yuan: number }[]) => {
    setNote('')
    setChosen((now) => ({ round, puts: next(now.round === round ? now.puts : []) }))
  }

  const confirm = useCallback(() => {
    if (!seat || puts.length === 0 || sending) return
    const bets = Object.entries(stakes).map(([spot, yuan]) => ({ spot, stake: yuan.toFixed(2) }))
    // After silence the same bets go with the same id: they are placed once.
    const key = `${round} ${JSON.stringify(bets)}`
    if (sent.current?.key !== key) sent.current = { id: crypto.randomUUID(), key }
    setSending(true)
    live
      .bet(sent.current.id, round, bets)
      .then(
        () => {
          sent.current = null
          setChosen({ round, puts: [] })
          setNote('')
          sounds.stop(2)
          refresh()
        },
        (error) => {
          const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
          setNote(known.silent ? text.unsure : known.message)
          sounds.no()
          refresh()
        },
      )
      .finally(() => setSending(false))
  }, [seat, puts, sending, stakes, round, refresh])

  const settled = (seat?.bets ?? []).filter((bet) => bet.status !== 'open')
  const sum = (of: (bet: LiveBet) => string) => settled.reduce((all, bet) => all + Number(of(bet)), 0)
  const paid = settled.length > 0 ? sum((bet) => bet.payout) : null
  const net = paid === null ? null : paid - sum((bet) => bet.stake)
  useEffect(() => {
    if (paid !== null && paid > 0) sounds.win(2)
  }, [paid])

  if (!seat) return { play: null, fault }
  const takes = (yuan: number) => yuan >= Number(seat.table.min) && yuan <= Number(seat.table.max)
  const chip = takes(picked) ? picked : (chips.find(takes) ?? Number(seat.table.min))
  const winners = new Set(settled.filter((bet) => Number(bet.payout) > Number(bet.stake)).map((bet) => bet.spot))
  if (phase === 'shown' && seat.outcome) for (const spot of hits(seat.outcome)) winners.add(spot)
  return {
    fault,
    play: {
      seat,
      seconds,
      open,
      outcome: seat.outcome,
      fresh,
      placed,
      chosen: stakes,
      sum: total(stakes),
      winners: phase === 'shown' ? winners : new Set(),
      paid: phase === 'shown' ? paid : null,
      net: phase === 'shown' ? net : null,
      note: note || (!open && puts.length > 0 ? text.closedNow : ''),
      sending,
      chip,
      pick,
      takes,
      canRepeat: Object.keys(before).length > 0,
      put: (spot) => change((list) => [...list, { spot, yuan: chip }]),
      undo: () => change((list) => list.slice(0, -1)),
      clear: () => change(() => []),
      repeat: () => change(() => Object.entries(before).map(([spot, yuan]) => ({ spot, yuan }))),
      confirm,
    },
  }
}

/** The spots that a result names by itself. */
function hits(outcome: Outcome): string[] {
  const list = [outcome.winner]
  if (outcome.dice) {
    if (outcome.winner !== 'triple') list.push(outcome.number % 2 === 1 ? 'odd' : 'even')
    list.push(`s${outcome.number}`)
    for (const face of outcome.dice) {
      const times = outcome.dice.filter((one) => one === face).length
      list.push(`d${face}`, ...(times > 1 ? [`p${face}`] : []), ...(times > 2 ? [`t${face}`] : []))
    }
    return list
  }
  if (outcome.pairs[0]) list.push('playerpair')
  if (outcome.pairs[1]) list.push('bankerpair')
  if (['red', 'black', 'zero'].includes(outcome.winner)) list.push(`n${outcome.number}`)
  return list
}
