import { useCallback, useEffect, useRef, useState } from 'react'
import { PlayError, play } from '../api'
import { text } from '../text'
import type { BigWin, Fairness, Fall, Pot, Round, Spin, State } from '../wire'
import { sounds } from './sound'

/**
 * The present state of the reels. `cells` are the winning cells of the window, `fresh` those that just fell
 * in.
 */
export interface Window {
  grid: number[][]
  turning: boolean[]
  cells: ReadonlySet<number>
  fresh: ReadonlySet<number>
  factor: number
}

export interface Slot {
  window: Window
  busy: boolean
  balance: string
  won: number
  coin: number
  stake: number
  free: { left: number; won: number } | null
  award: number
  big: { level: number; amount: number; pot: boolean } | null
  pot: Pot | undefined
  /** The venue's last big wins of all players; none while there is no other player. */
  wins: BigWin[]
  history: Round[]
  fair: Fairness
  fault: PlayError | null
  auto: number
  fast: boolean
  spin: () => void
  setCoin: (step: number) => void
  setAuto: (rounds: number) => void
  setFast: (fast: boolean) => void
  reseed: () => void
  dismiss: () => void
}

const none: ReadonlySet<number> = new Set()
const roomEveryMs = 4000
const bigFrom = [15, 40, 100]

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** A window for the time before the first round: any symbols that win nothing of themselves. */
function opening(state: State): number[][] {
  const { Reels, Rows, Symbols } = state.model
  return Array.from({ length: Reels }, (_, reel) =>
    Array.from({ length: Rows }, (_, row) => 2 + ((reel * 5 + row * 3 + state.game.seed) % (Symbols - 2))),
  )
}

const cellsOf = (fall: Fall) => new Set((fall.wins ?? []).flatMap((win) => win.cells))

/** Cells whose symbol differs from before, where winners vanished: those fell in. */
function fellIn(before: Fall, rows: number): Set<number> {
  const fresh = new Set<number>()
  const gone = cellsOf(before)
  before.grid.forEach((column, reel) => {
    let lowest = -1
    column.forEach((_, row) => {
      if (gone.has(reel * rows + row)) lowest = row
    })
    for (let row = 0; row <= lowest; row++) fresh.add(reel * rows + row)
  })
  return fresh
}

/** Plays rounds: asks the sandbox, then shows what it dealt at the pace that was chosen. */
export function useSlot(state: State): Slot {
  const { model, game } = state
  const [window, setWindow] = useState<Window>(() => ({
    grid: opening(state),
    turning: Array(model.Reels).fill(false),
    cells: none,
    fresh: none,
    factor: 1,
  }))
  const [busy, setBusy] = useState(false)
  const [balance, setBalance] = useState(state.balance)
  const [won, setWon] = useState(0)
  const [coinAt, setCoinAt] = useState(() => Math.min(3, state.coins.length - 1))
  const [free, setFree] = useState<Slot['free']>(null)
  const [award, setAward] = useState(0)
  const [big, setBig] = useState<Slot['big']>(null)
  const [pot, setPot] = useState(state.pot)
  const [wins, setWins] = useState<BigWin[]>([])
  const [history, setHistory] = useState(state.history)
  const [fair, setFair] = useState(state.fair)
  const [fault, setFault] = useState<PlayError | null>(null)
  const [auto, setAutoLeft] = useState(0)
  const [fast, setFast] = useState(false)
  const running = useRef(false)
  const autoLeft = useRef(0)
  const alive = useRef(true)

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  // The others feed the jackpot too. The shown value changes with the round's end.
  useEffect(() => {
    if (!state.lively) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let watching = true
    const look = () => {
      play
        .slotRoom(game.code)
        .then(
          (room) => {
            if (!watching) return
            setWins(room.wins)
            if (room.pot && !running.current) setPot(room.pot)
          },
          () => {}, // the next look may succeed; the last answer stays
        )
        .finally(() => {
          if (watching) timer = setTimeout(look, roomEveryMs)
        })
    }
    look()
    return () => {
      watching = false
      clearTimeout(timer)
    }
  }, [state.lively, game.code])

  const coin = state.coins[coinAt] ?? 1
  const stake = coin * model.Units
  const calm = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
  const pace = useRef(1)
  pace.current = calm ? 0.15 : fast ? 0.4 : 1

  /** Shows one turn of the reels, all its falls included, and adds what they win. */
  const showSpin = useCallback(
    async (spin: Spin, coin: number) => {
      const turning = Array<boolean>(model.Reels).fill(true)
      const first = spin.falls[0]
      if (!first) return
      setWindow((now) => ({ ...now, turning, cells: none, fresh: none, factor: first.factor }))
      sounds.turn()
      await wait(420 * pace.current)
      for (let reel = 0; reel < model.Reels; reel++) {
        turning[reel] = false
        const done = [...turning]
        setWindow((now) => ({
          ...now,
          turning: done,
          grid: now.grid.map((column, at) => (at === reel ? (first.grid[reel] ?? column) : column)),
        }))
        sounds.stop(reel)
        await wait(150 * pace.current)
      }
      for (const [at, fall] of spin.falls.entries()) {
        const before = spin.falls[at - 1]
        if (before) {
          const fresh = fellIn(before, model.Rows)
          setWindow((now) => ({ ...now, grid: fall.grid, cells: none, fresh, factor: fall.factor }))
          await wait(380 * pace.current)
        }
        const wins = fall.wins ?? []
        if (wins.length === 0) continue
        setWindow((now) => ({ ...now, cells: cellsOf(fall), fresh: none, factor: fall.factor }))
        const sum = wins.reduce((total, win) => total + win.coins * fall.factor, 0)
        setWon((now) => now + sum * coin)
        sounds.win(sum / model.Units)
        await wait(900 * pace.current)
      }
    },
    [model],
  )

  const showRound = useCallback(
    async (round: Round) => {
      const spins = round.result?.spins ?? []
      let left = 0
      let freeWon = 0
      for (const spin of spins) {
        if (spin.free) {
          left--
          setFree({ left, won: freeWon })
        }
        await showSpin(spin, round.coin)
        if (!alive.current) return
        if (spin.free) freeWon += spin.win * round.coin
        if (spin.awarded > 0) {
          left += spin.awarded
          setAward(spin.awarded)
          sounds.award()
          await wait(1700 * pace.current)
          setAward(0)
        }
      }
      setFree(null)
      const total = Math.round(Number(round.win) * 100)
      setWon(total)
      const times = total / Math.max(Math.round(Number(round.stake) * 100), 1)
      const level = bigFrom.filter((from) => times >= from).length
      if (round.pot || level > 0) {
        setBig({ level: Math.max(level - 1, 0), amount: total, pot: round.pot !== undefined })
        sounds.big()
        await wait(2600 * Math.max(pace.current, 0.5))
        setBig(null)
      }
    },
    [showSpin],
  )

  const oneRound = useCallback(async (): Promise<boolean> => {
    setFault(null)
    setWon(0)
    // A lost answer is asked for again with the same number: the round is played once.
    const id = crypto.randomUUID()
    for (let attempt = 0; ; attempt++) {
      try {
        const spun = await play.spin(id, game.code, coin)
        setBalance((Number(spun.balance) - Number(spun.round.win)).toFixed(2))
        await showRound(spun.round)
        setBalance(spun.balance)
        if (spun.pot) setPot(spun.pot)
        setFair((now) => ({ ...now, round: spun.round.seed.round + 1 }))
        setHistory((now) => [spun.round, ...now].slice(0, 20))
        return true
      } catch (error) {
        const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
        if (known.silent && attempt < 3) {
          await wait(800 * (attempt + 1))
          continue
        }
        setWindow((now) => ({ ...now, turning: now.turning.map(() => false), cells: none, fresh: none }))
        setFault(known.silent ? new PlayError(text.unsure, 0) : known)
        sounds.no()
        return false
      }
    }
  }, [game.code, coin, showRound])

  const spin = useCallback(() => {
    if (running.current) {
      autoLeft.current = 0
      setAutoLeft(0)
      return
    }
    running.current = true
    setBusy(true)
    void (async () => {
      let more = true
      while (more && alive.current) {
        const played = await oneRound()
        autoLeft.current = played ? Math.max(autoLeft.current - 1, 0) : 0
        setAutoLeft(autoLeft.current)
        more = autoLeft.current > 0
        if (more) await wait(500 * pace.current)
      }
      running.current = false
      setBusy(false)
    })()
  }, [oneRound])

  return {
    window,
    busy,
    balance,
    won,
    coin,
    stake,
    free,
    award,
    big,
    pot,
    wins,
    history,
    fair,
    fault,
    auto,
    fast,
    spin,
    setCoin: (step) => setCoinAt((now) => Math.min(Math.max(now + step, 0), state.coins.length - 1)),
    setAuto: (rounds) => {
      autoLeft.current = rounds
      setAutoLeft(rounds)
      if (rounds > 0 && !running.current) spin()
    },
    setFast,
    reseed: () => {
      play.reseed(crypto.randomUUID().slice(0, 13)).then(
        (answer) => setFair(answer.fair),
        (error) => setFault(error instanceof PlayError ? error : new PlayError(String(error), 0)),
      )
    },
    // After silence the round may have been played: what the sandbox counts is shown then.
    dismiss: () => {
      const silent = fault?.silent
      setFault(null)
      if (!silent) return
      play.state().then(
        (now) => {
          setBalance(now.balance)
          setHistory(now.history)
          setFair(now.fair)
        },
        (error) => setFault(error instanceof PlayError ? error : new PlayError(String(error), 0)),
      )
    },
  }
}
