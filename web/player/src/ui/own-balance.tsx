import { formatFen } from '@shared/money'
import { useSyncExternalStore } from 'react'

/** Kept for the next visit: a player hides balances for a reason that has not gone by then. */
const key = 'hideBalance'
const listeners = new Set<() => void>()

// A page in another tab tells of its change by the event `storage`.
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether the player has covered the balances, and the switch. All places of a page change together. */
export function useHiddenBalance(): [boolean, () => void] {
  const hidden = useSyncExternalStore(subscribe, () => localStorage.getItem(key) === '1')
  const toggle = () => {
    localStorage.setItem(key, hidden ? '' : '1')
    for (const listener of listeners) listener()
  }
  return [hidden, toggle]
}

/** The text of a balance of the player, without the sign of the currency: **** while balances are covered. */
export function useBalanceText(): (fen: number) => string {
  const [hidden] = useHiddenBalance()
  return (fen) => (hidden ? '****' : formatFen(fen))
}

/** The money of the player in yuan, unless balances are covered. Amounts of orders and records are a Money. */
export function OwnMoney({ fen, className = '' }: { fen: number; className?: string }) {
  const balance = useBalanceText()
  return <span className={`tabular ${className}`}>¥{balance(fen)}</span>
}
