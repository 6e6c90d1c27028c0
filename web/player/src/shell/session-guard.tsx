import { onSessionExpired } from '@shared/api/player-client'
import { clearLogin, loggedInHere, useLogin } from '@shared/session'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath, paths } from '../paths'
import { toast } from '../ui/toast'
import { forgetQueries } from './held-queries'
import { useShellText } from './use-shell-text'

/** How long the notice of an ended session is shown (ACC-14). */
export const sessionNoticeMs = 2000

/** How long after that notice the page is left for the login (ACC-14). */
export const forcedRedirectMs = 1000

/**
 * The 401 rule (ACC-14): one notice, everything kept is forgotten, and after a second the login page; once, however many
 * calls came back. A logout in another tab empties this one too.
 */
export function SessionGuard() {
  const text = useShellText()
  const navigate = useNavigate()
  const location = useLocation()
  const login = useLogin()
  const here = useRef('')
  here.current = location.pathname + location.search
  const before = useRef(login.Ticket)

  useEffect(() => {
    let timer = 0
    const stop = onSessionExpired(() => {
      if (timer) return
      const wanted = here.current
      toast('info', text.sessionEnded, { duration: sessionNoticeMs })
      timer = window.setTimeout(() => {
        timer = 0
        clearLogin()
        if (wanted !== paths.home) void navigate(loginPath(wanted), { replace: true })
        else void navigate(paths.login)
      }, forcedRedirectMs)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [navigate, text.sessionEnded])

  useEffect(() => {
    // Another player, or none: nothing read for the one before may show.
    if (before.current && before.current !== login.Ticket) forgetQueries()
    // Another login without a logout between, made in another tab: nothing of the first may stay on the screen. A page
    // of this tab that logs in leads on by itself; where it leads may be in sight before this is called.
    if (before.current && login.Ticket && before.current !== login.Ticket && !loggedInHere()) window.location.reload()
    before.current = login.Ticket
  }, [login.Ticket])

  return null
}
