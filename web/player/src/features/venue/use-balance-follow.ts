import { balanceKey } from '@shared/api/queries'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { homeMineKey } from '../lobby/lobby-keys'
import { isGameOpened } from './opened-games'

/** When the balance is read after a game was opened or left: our books learn of a bet only with the venue's feed. */
export const followMs = [5_000, 15_000, 30_000, 60_000, 120_000]

/** A balance older than this is read again when the player goes to another page or comes back to the tab. */
export const oldMs = 5_000

function followerOf(queries: QueryClient) {
  let timers: number[] = []
  const stop = () => {
    for (const timer of timers) window.clearTimeout(timer)
    timers = []
  }
  const read = (options?: { cancelRefetch: boolean }) => {
    if (document.visibilityState !== 'visible') return
    // The books alone: the venues themselves are asked by the pages that show them.
    void queries.invalidateQueries({ queryKey: balanceKey, exact: true }, options)
    void queries.invalidateQueries({ queryKey: homeMineKey }, options)
  }
  return {
    read,
    stop,
    readOld: () => {
      const at = queries.getQueryState(balanceKey)?.dataUpdatedAt
      // A read on its way is fresh enough: it is not sent twice.
      if (at && Date.now() - at > oldMs) read({ cancelRefetch: false })
    },
    follow: () => {
      stop()
      timers = followMs.map((ms) => window.setTimeout(() => read(), ms))
    },
  }
}

/**
 * Keeps the balance in the bars current (H-469): it is read again on another page, on the return to the tab, and for
 * two minutes after a game was opened or left. Returns the function that begins those two minutes.
 */
export function useBalanceFollow(): () => void {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const [follower] = useState(() => followerOf(queries))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => follower.readOld(), [pathname])
  useEffect(() => {
    // Another tab opened a game, perhaps with money of the centre wallet, or returned from one.
    const onStorage = (event: StorageEvent) => {
      if (!isGameOpened(event.key)) return
      follower.read()
      follower.follow()
    }
    window.addEventListener('storage', onStorage)
    document.addEventListener('visibilitychange', follower.readOld)
    return () => {
      follower.stop()
      window.removeEventListener('storage', onStorage)
      document.removeEventListener('visibilitychange', follower.readOld)
    }
  }, [follower])
  return follower.follow
}
