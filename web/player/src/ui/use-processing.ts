import { useEffect, useRef } from 'react'
import { answersSaid, toastUntil } from './toast'
import { useUiText } from './use-ui-text'

/** An answer that comes sooner than this needs no message about waiting for it. */
const quickMs = 400

/**
 * Says while `busy` that a request is being processed (ERR-02). It is for money and launches, where a player
 * must know that the click has counted. The button that began it shows its own spinner at once.
 */
export function useProcessing(busy: boolean): void {
  const { processing } = useUiText()
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    if (!busy) return
    const before = answersSaid()
    const timer = window.setTimeout(() => {
      // A call may stay busy after its answer, while lists are read again: its answer is not taken away.
      if (answersSaid() !== before) return
      stop.current = toastUntil(processing)
    }, quickMs)
    return () => {
      window.clearTimeout(timer)
      stop.current?.()
      stop.current = undefined
    }
  }, [busy, processing])
}
