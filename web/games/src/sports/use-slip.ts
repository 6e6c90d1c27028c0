import { useCallback, useEffect, useRef, useState } from 'react'
import { PlayError } from '../api'
import { sounds } from '../slot/sound'
import { sports } from './api'
import { agree, type Leg, orderOf, pickOf, toggle, withQuotes } from './slip'
import { text } from './text'
import type { OddsType, Quote } from './wire'

const everyMs = 2000

/** The bet slip: its legs follow the odds, and it is sent once whatever the network does. */
export function useSlip(odds: OddsType, maxLegs: number, onPlaced: () => void) {
  const [legs, setLegs] = useState<Leg[]>([])
  const [parlay, setParlay] = useState(false)
  const [stake, setStake] = useState('10')
  const [accepts, setAccepts] = useState(false)
  const [sending, setSending] = useState(false)
  const [note, setNote] = useState('')
  const [done, setDone] = useState(0)
  const sent = useRef<{ id: string; key: string } | null>(null)
  const now = useRef({ legs, accepts })
  now.current = { legs, accepts }

  const empty = legs.length === 0
  useEffect(() => {
    if (empty) return
    let alive = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const once = () => {
      sports
        .quotes(now.current.legs.map(pickOf))
        .then(
          ({ offers }) => {
            if (alive) setLegs((old) => withQuotes(old, offers, now.current.accepts))
          },
          () => undefined, // the next call may succeed; the server checks the odds again
        )
        .finally(() => {
          if (alive) timer = setTimeout(once, everyMs)
        })
    }
    timer = setTimeout(once, everyMs)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [empty])

  const pick = useCallback(
    (leg: Leg) => {
      setDone(0)
      setNote('')
      setLegs((old) => {
        const next = toggle(old, leg)
        if (next.length <= maxLegs) return next
        setNote(text.tooMany(maxLegs))
        return old
      })
    },
    [maxLegs],
  )

  const confirm = () => {
    if (sending) return
    const order = orderOf(legs, parlay, stake, odds, accepts)
    // After silence the same slip goes with the same id: it is placed once.
    const key = JSON.stringify(order)
    if (sent.current?.key !== key) sent.current = { id: crypto.randomUUID(), key }
    setSending(true)
    setNote('')
    sports
      .bet({ id: sent.current.id, ...order })
      .then(
        ({ bets }) => {
          sent.current = null
          setLegs([])
          setDone(bets.length)
          sounds.stop(2)
          onPlaced()
        },
        (error) => {
          const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
          const offers = (known.answer as { offers?: Quote[] } | null)?.offers
          if (offers) setLegs((old) => withQuotes(old, offers, accepts))
          setNote(known.silent ? text.unsure : known.message)
          sounds.no()
        },
      )
      .finally(() => setSending(false))
  }

  return {
    legs,
    parlay,
    stake,
    accepts,
    sending,
    note,
    done,
    pick,
    confirm,
    setParlay,
    setStake,
    setLegStake: (at: number, typed: string) =>
      setLegs((old) => old.map((leg, i) => (i === at ? { ...leg, stake: typed } : leg))),
    setAllStakes: (typed: string) => {
      setStake(typed)
      setLegs((old) => old.map((leg) => ({ ...leg, stake: typed })))
    },
    setAccepts: (on: boolean) => {
      setAccepts(on)
      if (on) setLegs((old) => old.map(agree))
    },
    agreeAll: () => {
      setNote('')
      setLegs((old) => old.map(agree))
    },
    remove: (leg: Leg) => setLegs((old) => toggle(old, leg)),
    clear: () => setLegs([]),
  }
}

export type Slip = ReturnType<typeof useSlip>
