import { useCallback, useEffect, useRef, useState } from 'react'
import { PlayError } from '../api'

export interface Polled<T> {
  value: T | null
  /** How far the sandbox's clock is ahead of this machine's, in ms. */
  ahead: number
  fault: PlayError | null
  refresh: () => void
}

/** Asks again and again, and at once when `refresh` is called. The last answer stays while a newer one fails. */
export function usePoll<T extends { now: number }>(ask: () => Promise<T>, every: number): Polled<T> {
  const [value, setValue] = useState<T | null>(null)
  const [ahead, setAhead] = useState(0)
  const [fault, setFault] = useState<PlayError | null>(null)
  const [turn, setTurn] = useState(0)
  const latest = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: turn asks once more
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let alive = true
    const once = () => {
      const mine = ++latest.current
      ask()
        .then(
          (answer) => {
            if (!alive || mine !== latest.current) return
            setValue(answer)
            setAhead(answer.now - Date.now())
            setFault(null)
          },
          (error) => {
            if (alive) setFault(error instanceof PlayError ? error : new PlayError(String(error), 0))
          },
        )
        .finally(() => {
          if (alive) timer = setTimeout(once, every)
        })
    }
    once()
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [ask, every, turn])

  return { value, ahead, fault, refresh: useCallback(() => setTurn((n) => n + 1), []) }
}

/** Whole seconds until an instant of the sandbox's clock, counting down. */
export function useCountdown(until: number, ahead: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: left reads until and ahead
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  }, [until, ahead])
  return seconds
}
