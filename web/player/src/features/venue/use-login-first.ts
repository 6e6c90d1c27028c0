import { clearLogin, loginInfo } from '@shared/session'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '../../paths'
import { pageHeld } from '../../ui/page-held'
import { toast } from '../../ui/toast'
import { useVenuesText } from './use-venues-text'

/**
 * A visitor's click on a launch (LNCH-03) shows that a login is needed, and 2 s later goes to it. The login
 * leads to the venue's page. A player's click is left alone.
 */
export function useLoginFirst() {
  const text = useVenuesText()
  const navigate = useNavigate()
  const leaving = useRef(0)
  useEffect(() => () => window.clearTimeout(leaving.current), [])
  return (back: string) => (event: MouseEvent) => {
    if (loginInfo().Ticket) return
    event.preventDefault()
    if (leaving.current) return
    toast('info', text.needLogin)
    leaving.current = window.setTimeout(() => {
      leaving.current = 0
      if (pageHeld()) return
      clearLogin()
      void navigate(loginPath(back))
    }, 2000)
  }
}
