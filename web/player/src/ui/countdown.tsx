import { serverNow } from '@shared/clock'
import { formatCountdown } from '@shared/days'
import { useEffect, useState } from 'react'

/** Seconds left until an instant of the server's clock; a sleeping tab wakes up right, because nothing is counted. */
export function useSecondsLeft(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - serverNow()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: left is made of untilMs alone
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  }, [untilMs])
  return seconds
}

export function Countdown({ seconds }: { seconds: number }) {
  return (
    <span role="timer" className="tabular text-2xl font-semibold text-gold">
      {formatCountdown(seconds)}
    </span>
  )
}
