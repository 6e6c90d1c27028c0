import { useLogin } from '@shared/session'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath } from '../paths'
import { toast } from '../ui/toast'
import { PageLoading } from './page-loading'
import { forcedRedirectMs, sessionNoticeMs } from './session-guard'
import { useShellText } from './use-shell-text'

/** Pages of an account: without a login they say so and lead to it, and the login leads back (ACC-15). */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { Ticket } = useLogin()
  const hadTicket = useRef(Ticket !== '')
  if (Ticket) {
    hadTicket.current = true
    return children
  }
  return hadTicket.current ? <Left /> : <ToLogin notice />
}

function ToLogin({ notice = false }: { notice?: boolean }) {
  const text = useShellText()
  const location = useLocation()
  useEffect(() => {
    if (notice) toast('info', text.sessionEnded, { duration: sessionNoticeMs })
  }, [notice, text.sessionEnded])
  // The frame stays in sight until the code of the login is here: it is not left empty.
  return (
    <>
      <Navigate to={loginPath(location.pathname + location.search)} replace />
      <PageLoading />
    </>
  )
}

/** A logout or a 401 of this tab leaves the page within this time, and has had its notice. */
const ownWayOutMs = 100

/** The ticket went away under an open page: another tab logged out. The notice first, the login a second later. */
function Left() {
  const text = useShellText()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const say = window.setTimeout(() => toast('info', text.sessionEnded, { duration: sessionNoticeMs }), ownWayOutMs)
    const leave = window.setTimeout(() => setOver(true), ownWayOutMs + forcedRedirectMs)
    return () => {
      window.clearTimeout(say)
      window.clearTimeout(leave)
    }
  }, [text.sessionEnded])
  return over ? <ToLogin /> : <PageLoading />
}
