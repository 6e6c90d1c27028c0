const kept = 'gameOpened'
const dayMs = 86_400_000

/** Remembers that a game was opened. The page to which the player returns looks at the balances then. */
export const gameOpened = () => localStorage.setItem(kept, String(Date.now()))

/** Whether a change of this key tells that a game was opened, or that a tab was returned to from one. */
export const isGameOpened = (key: string | null) => key === kept

/** Whether a game was opened since the player was last here. If several pages ask, one gets a yes. */
export function returnedFromGame(): boolean {
  const at = Number(localStorage.getItem(kept))
  if (!at) return false
  localStorage.removeItem(kept)
  return Math.abs(Date.now() - at) < dayMs
}
