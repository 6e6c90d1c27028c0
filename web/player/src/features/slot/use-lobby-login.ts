import { clearLogin, useLogin } from '@shared/session'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '../../paths'
import { pageHeld } from '../../ui/page-held'
import { toast } from '../../ui/toast'
import { useSlotText } from './use-slot-text'

/**
 * The lobby belongs to players. A visitor is told so, and 2 s later goes to the login, which leads back here
 * (LNCH-03). False: no player is logged in, and no player data may be requested.
 */
export function useLobbyLogin(): boolean {
  const text = useSlotText()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { Ticket } = useLogin()
  const here = useRef('')
  here.current = pathname + search
  // A login that ends while the page is open has its own notice (ACC-14).
  const cameAsVisitor = useRef(Ticket === '')
  const loggedIn = Ticket !== ''
  useEffect(() => {
    if (loggedIn) return
    if (cameAsVisitor.current) toast('info', text.needLogin)
    const timer = window.setTimeout(() => {
      if (pageHeld()) return
      clearLogin()
      void navigate(loginPath(here.current), { replace: true })
    }, 2000)
    return () => window.clearTimeout(timer)
  }, [loggedIn, navigate, text.needLogin])
  return loggedIn
}
