import { balanceKey, balanceQuery } from '@shared/api/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths'
import { homeMineKey } from '../lobby/lobby-keys'
import { useRecycle } from '../wallet/use-recycle'
import { returnedFromGame } from './opened-games'
import { useBalanceFollow } from './use-balance-follow'

/**
 * When the player returns from a game, to this page or to the one the game leads back to, the balances are read again.
 * The venues' money comes back where the player chose so (H-250); what became of it is said as after a recycle by hand.
 */
export default function GameReturn() {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const { mutate: recycle } = useRecycle({ quiet: true })
  const follow = useBalanceFollow()
  const here = useRef(pathname)
  here.current = pathname
  useEffect(() => {
    const look = async () => {
      // The launcher is on its way into a game, and not back from one.
      if (document.visibilityState !== 'visible' || here.current.toLowerCase() === paths.goto.toLowerCase()) return
      if (!returnedFromGame()) return
      follow()
      // A read that the return to the tab has sent already is waited for, and not sent twice.
      const once = { cancelRefetch: false }
      void queries.invalidateQueries({ queryKey: homeMineKey }, once)
      await queries.invalidateQueries({ queryKey: balanceKey }, once)
      const balance = await queries.fetchQuery(balanceQuery).catch(() => undefined)
      if (balance?.launch.recall) recycle()
    }
    const onReturn = () => void look()
    onReturn()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onReturn)
    }
  }, [queries, recycle, follow])
  return null
}
