import { onSessionExpired } from '@shared/api/player-client'
import { clearLogin, useLogin } from '@shared/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath, paths } from '../paths'
import { toast } from '../ui/toast'
import { useShellText } from './use-shell-text'

/**
 * The 401 rule (ACC-14): one notice, everything kept is forgotten, and after a second the login page; once, however many
 * calls came back. A logout in another tab empties this one too.
 */
export function SessionGuard() {
  const text = useShellText()
  const navigate = useNavigate()
  const queries = useQueryClient()
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
      toast('info', text.sessionEnded)
      timer = window.setTimeout(() => {
        timer = 0
        clearLogin()
        if (wanted !== paths.home) void navigate(loginPath(wanted), { replace: true })
        else void navigate(paths.login)
      }, 1000)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [navigate, text.sessionEnded])

  useEffect(() => {
    // Another player, or none: nothing read for the one before may show.
    if (before.current && before.current !== login.Ticket) queries.clear()
    before.current = login.Ticket
  }, [login.Ticket, queries])

  return null
}
