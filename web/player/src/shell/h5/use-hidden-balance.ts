import { useSyncExternalStore } from 'react'

/** Kept for the next visit, under the name the desktop keeps it. */
const key = 'hideBalance'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether amounts of the wallet are covered; the bar on top and the player's card change together. */
export function useHiddenBalance(): [boolean, () => void] {
  const hidden = useSyncExternalStore(subscribe, () => localStorage.getItem(key) === '1')
  const toggle = () => {
    localStorage.setItem(key, hidden ? '' : '1')
    for (const listener of listeners) listener()
  }
  return [hidden, toggle]
}
