import { setServerTime } from '@shared/clock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError, get, onEndOfSession, post } from '../../api/client'
import type { Me, Permission } from '../../api/wire'
import { App, Spin } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { draftsOf, keepDrafts } from '../../ui/drafts'
import { LoadFailed } from '../../ui/states'

interface Session {
  me: Me
  may: (permission: Permission) => boolean
  logout: () => Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

/** useSession is who is logged in and what they may do. Only inside RequireSession. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session here')
  return session
}

export const meKey = ['/me']

/** RequireSession shows its children to logged-in staff and sends everybody else to the login page, and back after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const location = useLocation()
  const me = useQuery({ queryKey: meKey, queryFn: fetchMe, retry: false, staleTime: Number.POSITIVE_INFINITY })
  const session = useMemo(
    () =>
      me.data && {
        me: me.data,
        may: (permission: Permission) => me.data.permissions.includes(permission),
        logout: async () => {
          await post('/logout', {}).catch(() => undefined)
          draftsOf('')
          queries.clear()
        },
      },
    [me.data, queries],
  )
  if (me.isPending) return <Spin fullscreen />
  if (me.error instanceof ApiError && me.error.status === 401) {
    return <Navigate replace to={paths.login} state={{ wanted: location.pathname + location.search }} />
  }
  if (!session) return <LoadFailed message={me.error?.message ?? ''} onRetry={() => me.refetch()} />
  return <SessionContext value={session}>{children}</SessionContext>
}

async function fetchMe(): Promise<Me> {
  const me = await get<Me>('/me')
  setServerTime(me.now)
  draftsOf(me.id)
  return me
}

/** EndOfSession turns the first 401 of a session into one notice and one way to the login page. */
export function EndOfSession() {
  const { message } = App.useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const wanted = location.pathname + location.search

  const end = useCallback(() => {
    const me = queries.getQueryData<Me>(meKey)
    if (me === undefined) return
    keepDrafts(me.id)
    queries.clear()
    message.warning(text.login.ended)
    void navigate(paths.login, { replace: true, state: { wanted } })
  }, [queries, message, navigate, wanted])
  useEffect(() => onEndOfSession(end), [end])
  return null
}
