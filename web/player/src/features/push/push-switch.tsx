import { messageOf } from '@shared/api/api-error'
import { useLogin } from '@shared/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PushFailure, pushKey, pushQuery, turnOff, turnOn } from './push-calls'
import { usePushText } from './use-push-text'

/** Web push in this browser, on and off. Where the operator does not offer it there is nothing. */
export default function PushSwitch() {
  const text = usePushText()
  const queries = useQueryClient()
  const { PlayerName } = useLogin()
  const push = useQuery(pushQuery)
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(push.data?.key ?? '', PlayerName) : turnOff()),
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  })
  if (push.error && !push.data)
    return (
      <p role="alert" className="flex items-center justify-between gap-4 p-4 text-sm text-soft">
        {text.failed}
        <button type="button" onClick={() => void push.refetch()} className="btn btn-line h5:min-h-11">
          {text.retry}
        </button>
      </p>
    )
  if (!push.data || push.data.state === 'closed') return null
  const { state } = push.data
  const failure =
    change.error && (change.error instanceof PushFailure ? text[change.error.reason] : messageOf(change.error))
  return (
    <div className="space-y-1 p-4 text-sm">
      <label className="flex min-h-8 items-center gap-2 font-semibold h5:min-h-11">
        <input
          type="checkbox"
          checked={change.isPending ? change.variables : state === 'on'}
          disabled={change.isPending || state === 'unsupported' || state === 'blocked'}
          onChange={(event) => change.mutate(event.target.checked)}
          className="size-4 accent-gold"
        />
        {text.title}
      </label>
      <p className="text-xs text-mute">{state === 'unsupported' || state === 'blocked' ? text[state] : text.line}</p>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {state !== 'blocked' && failure}
      </p>
    </div>
  )
}
