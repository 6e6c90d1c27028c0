import { messageOf } from '@shared/api/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Button } from '../../ui/button'
import { Optional } from '../../ui/optional'
import { toast } from '../../ui/toast'
import { endSession, type Login, securityKey } from './security-queries'
import { useSecurityText } from './use-security-text'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog'))

/** The player's logins, live ones first; any other one can be ended, or all others at once. */
export function LoginList({ logins }: { logins: Login[] }) {
  const text = useSecurityText()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: (answer) => toast('success', answer.ResultMessage),
    onError: (error) => toast('error', messageOf(error)),
    onSettled: () => {
      setAsking(false)
      return queries.invalidateQueries({ queryKey: securityKey })
    },
  })
  const others = logins.some((login) => !login.ended && !login.current)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 h5:px-4">
        <p className="text-sm text-mute">{text.loginsLine}</p>
        <Button
          look="line"
          disabled={!others}
          busy={end.isPending && end.variables === ''}
          onClick={() => setAsking(true)}
        >
          {text.others}
        </Button>
      </div>
      <ul aria-label={text.logins} className="divide-y divide-line pt-2">
        {logins.map((login) => (
          <li key={login.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 h5:px-4">
            <div className="min-w-0 flex-1 text-sm">
              <p className={`flex flex-wrap items-center gap-2 ${login.ended ? 'text-soft' : 'font-semibold'}`}>
                {login.device ? <span data-own-words>{login.device}</span> : text.unknown}
                {!login.ended && (
                  <span className="rounded bg-win/12 px-2 text-xs leading-6 font-normal text-win">
                    {login.current ? text.current : text.live}
                  </span>
                )}
                {login.remembered && !login.ended && (
                  <span className="text-xs font-normal text-mute">{text.remembered}</span>
                )}
              </p>
              <p className="tabular flex flex-wrap gap-x-4 pt-0.5 text-xs text-mute">
                {login.ip && <span>{text.from(login.ip)}</span>}
                <span>{text.loggedIn(login.time)}</span>
                <span>{login.ended ? text.ended(login.reason, login.ended) : text.seen(login.seen)}</span>
              </p>
            </div>
            {!login.ended && !login.current && (
              <Button
                look="line"
                size="small"
                busy={end.isPending && end.variables === login.id}
                onClick={() => end.mutate(login.id)}
              >
                {text.out}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <Optional>
          <ConfirmDialog
            title={text.others}
            message={text.othersLine}
            busy={end.isPending}
            onConfirm={() => end.mutate('')}
            onClose={() => setAsking(false)}
          />
        </Optional>
      )}
    </>
  )
}
