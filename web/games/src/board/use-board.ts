import { useCallback, useEffect, useRef, useState } from 'react'
import { PlayError } from '../api'
import { useCountdown, usePoll } from '../live/use-poll'
import { board } from './api'
import { sounds } from './sound'
import { text } from './text'
import type { Chair, Choice, Seat } from './wire'

const everyMs = 1000

export interface Play {
  seat: Seat
  /** Seconds until the phase that is on ends. */
  seconds: number
  me: Chair | undefined
  banker: Chair | undefined
  /** The possible choices now; empty without any. */
  choices: Choice[]
  /** The phase in words, for the player. */
  line: string
  /** The round was seen before its cards: they are dealt in front of the player. */
  fresh: boolean
  note: string
  sending: boolean
  choose: (value: number) => void
}

/** Plays at one table. */
export function useBoard(code: string): { play: Play | null; fault: PlayError | null } {
  const ask = useCallback(() => board.table(code), [code])
  const { value: seat, ahead, fault, refresh } = usePoll(ask, everyMs)
  const [note, setNote] = useState({ round: '', words: '' })
  const [sending, setSending] = useState(false)
  const firstSeen = useRef<{ round: string; fresh: boolean } | null>(null)

  const seconds = useCountdown(seat?.table.endsAt ?? 0, ahead)
  const round = seat?.table.round ?? ''
  const phase = seat?.table.phase ?? 'shown'
  const me = seat?.chairs.find((chair) => chair.you)
  const banker = seat?.chairs.find((chair) => chair.banker)

  // A player who comes after the deal sees the cards at once; one who was there before sees the deal.
  if (seat && firstSeen.current?.round !== round)
    firstSeen.current = { round, fresh: phase === 'bidding' || phase === 'betting' }
  const fresh = firstSeen.current?.fresh ?? false

  // A phase is over: its successor is asked for at once.
  useEffect(() => {
    if (seconds === 0) refresh()
  }, [seconds, refresh])

  const net = Number(me?.net ?? 0)
  const size = seat?.rules.handSize ?? 0
  const bankIsMine = me?.banker ?? false
  useEffect(() => {
    if (!fresh) return
    if (phase === 'betting' && bankIsMine) sounds.bank()
    if (phase === 'dealing') sounds.deal(size)
    if (phase === 'shown' && net > 0) sounds.won()
    if (phase === 'shown' && net < 0) sounds.lost()
  }, [phase, net, size, bankIsMine, fresh])

  const choose = useCallback(
    (value: number) => {
      if (sending) return
      setSending(true)
      const call = phase === 'bidding' ? board.bid : board.put
      call(round, value)
        .then(
          () => {
            setNote({ round, words: '' })
            sounds.chip()
          },
          (error) => {
            const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
            // The same choice may be sent again: it is carried out once.
            setNote({ round, words: known.silent ? text.unsure : known.message })
            sounds.no()
          },
        )
        .finally(() => {
          setSending(false)
          refresh()
        })
    },
    [phase, round, sending, refresh],
  )

  if (!seat) return { play: null, fault }
  const { choices, line } = nowOf(seat, me)
  return {
    fault,
    play: {
      seat,
      seconds,
      me,
      banker,
      choices: seconds > 0 ? choices : [],
      line,
      fresh,
      note: note.round === round ? note.words : '',
      sending,
      choose,
    },
  }
}

/** The player's possible actions in the present phase, and the text about it. */
function nowOf(seat: Seat, me: Chair | undefined): { choices: Choice[]; line: string } {
  const { phase } = seat.table
  if (seat.seat < 0) return { choices: [], line: text.watching }
  const bid = me?.bid ?? 0
  const multiple = me?.multiple ?? 0
  if (phase === 'bidding')
    return bid > 0 ? { choices: [], line: text.bidDone(bid) } : { choices: seat.bids, line: text.ask.bidding }
  if (phase === 'betting') {
    if (me?.banker) return { choices: [], line: text.youAreBanker }
    if (multiple > 0) return { choices: [], line: text.putDone(multiple) }
    return { choices: seat.multiples, line: bid > 0 ? text.lostBid : text.ask.betting }
  }
  return { choices: [], line: me?.plays ? text.ask[phase] : text.notIn }
}
