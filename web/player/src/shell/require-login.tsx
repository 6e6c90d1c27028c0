import { useLogin } from '@shared/session'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath } from '../paths'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

/** Pages of an account: without a login they say so and lead to it, and the login leads back (ACC-15). */
export function RequireLogin({ children }: { children: ReactNode }) {
  const text = useShellText()
  const { Ticket } = useLogin()
  const location = useLocation()
  // A ticket that goes away while the page is open has had its notice already.
  const hadTicket = useRef(Ticket !== '')
  useEffect(() => {
    if (!Ticket && !hadTicket.current) toast('info', text.sessionEnded)
  }, [Ticket, text.sessionEnded])
  if (!Ticket) return <Navigate to={loginPath(location.pathname + location.search)} replace />
  return children
}
