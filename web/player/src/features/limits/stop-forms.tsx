import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { lazy, type ReactNode, type SubmitEvent, useState } from 'react'
import { Button, type ButtonLook } from '../../ui/button'
import { PasswordField, SelectField } from '../../ui/field'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { useDecide } from './limits-queries'
import { type TimeOutDays, timeOutDays } from './time-out-days'
import { useLimitsText } from './use-limits-text'

const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog')).Dialog }))

type Term = Wire['ExcludeIn']['term']
const termChoices: Term[] = ['6m', '1y', '5y', 'indefinite']

/** A time-out: chosen, told what follows, confirmed. */
export function TimeOutForm() {
  const text = useLimitsText()
  const [days, setDays] = useState<TimeOutDays>('1')
  const [asking, setAsking] = useState(false)
  const send = useDecide(
    () => api.call('POST /v1/Do/TimeOutLimitAction', { days: Number(days) }),
    () => setAsking(false),
  )
  return (
    <Panel title={text.timeOut} className="flex flex-col">
      <div className="flex flex-1 flex-col p-5 h5:p-4">
        <p className="flex-1 pb-4 text-sm leading-6 text-soft">{text.timeOutLine}</p>
        <Choice label={text.days} names={text.dayNames} choices={timeOutDays} chosen={days} onPick={setDays} />
        <Button look="line" onClick={() => setAsking(true)}>
          {text.startTimeOut}
        </Button>
      </div>
      {asking && (
        <Ask title={text.timeOut} busy={send.isPending} onClose={() => setAsking(false)}>
          <Consequence line={text.timeOutAsk(text.dayNames[days])} />
          <Decide onCancel={() => setAsking(false)} busy={send.isPending}>
            <Button look="danger" busy={send.isPending} onClick={() => send.mutate(undefined)}>
              {text.startTimeOut}
            </Button>
          </Decide>
        </Ask>
      )}
    </Panel>
  )
}

/** Self-exclusion: the same, and the login password, for it cannot be taken back. */
export function ExcludeForm() {
  const text = useLimitsText()
  const [term, setTerm] = useState<Term>('6m')
  const [asking, setAsking] = useState(false)
  const send = useDecide(
    (password: string) => api.call('POST /v1/Do/ExcludeLimitAction', { term, password }),
    () => setAsking(false),
  )
  return (
    <Panel title={text.exclude} className="flex flex-col">
      <div className="flex flex-1 flex-col p-5 h5:p-4">
        <p className="flex-1 pb-4 text-sm leading-6 text-soft">{text.excludeLine}</p>
        <Choice label={text.term} names={text.terms} choices={termChoices} chosen={term} onPick={setTerm} />
        <Button look="line" onClick={() => setAsking(true)}>
          {text.startExclude}
        </Button>
      </div>
      {asking && (
        <Ask title={text.exclude} busy={send.isPending} onClose={() => setAsking(false)}>
          <Consequence line={term === 'indefinite' ? text.excludeForeverAsk : text.excludeAsk(text.terms[term])} />
          <ProveForm
            look="danger"
            action={text.startExclude}
            busy={send.isPending}
            onCancel={() => setAsking(false)}
            onProved={(password) => send.mutate(password)}
          />
        </Ask>
      )}
    </Panel>
  )
}

/** The way back from an exclusion whose time is over. */
export function ReturnButton() {
  const text = useLimitsText()
  const [asking, setAsking] = useState(false)
  const send = useDecide(
    (password: string) => api.call('POST /v1/Do/ReturnLimitAction', { password }),
    () => setAsking(false),
  )
  return (
    <>
      <Button look="line" onClick={() => setAsking(true)}>
        {text.askReturn}
      </Button>
      {asking && (
        <Ask title={text.askReturn} busy={send.isPending} onClose={() => setAsking(false)}>
          <p className="pb-4 leading-7 text-soft">{text.askReturnLine}</p>
          <ProveForm
            look="gold"
            action={text.askReturn}
            busy={send.isPending}
            onCancel={() => setAsking(false)}
            onProved={(password) => send.mutate(password)}
          />
        </Ask>
      )}
    </>
  )
}

interface AskProps {
  title: string
  busy: boolean
  onClose: () => void
  children: ReactNode
}

const Ask = ({ title, busy, onClose, children }: AskProps) => (
  <Optional>
    <Dialog title={title} locked={busy} onClose={onClose}>
      {children}
    </Dialog>
  </Optional>
)

function Consequence({ line }: { line: string }) {
  const text = useLimitsText()
  return (
    <div className="space-y-2 pb-5 leading-7">
      <p className="text-text">{line}</p>
      <p className="text-sm text-soft">{text.stillPossible}</p>
    </div>
  )
}

/** The two answers side by side: the way out first, and the decision in the colour of what cannot be taken back. */
function Decide({ onCancel, busy, children }: { onCancel: () => void; busy: boolean; children: ReactNode }) {
  const text = useLimitsText()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button look="line" disabled={busy} onClick={onCancel}>
        {text.leave}
      </Button>
      {children}
    </div>
  )
}

interface ProveProps {
  action: string
  look: ButtonLook
  busy: boolean
  onCancel: () => void
  onProved: (password: string) => void
}

function ProveForm({ action, look, busy, onCancel, onProved }: ProveProps) {
  const text = useLimitsText()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setWrong(password ? '' : text.passwordEmpty)
    if (password) onProved(password)
  }
  return (
    <form onSubmit={submit} noValidate>
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        maxLength={20}
        value={password}
        error={wrong || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Decide onCancel={onCancel} busy={busy}>
        <Button type="submit" look={look} busy={busy}>
          {action}
        </Button>
      </Decide>
    </form>
  )
}

interface ChoiceProps<Key extends string> {
  label: string
  names: Record<string, string>
  choices: readonly Key[]
  chosen: Key
  onPick: (key: Key) => void
}

export function Choice<Key extends string>({ label, names, choices, chosen, onPick }: ChoiceProps<Key>) {
  return (
    <SelectField label={label} value={chosen} onChange={(event) => onPick(event.target.value as Key)}>
      {choices.map((key) => (
        <option key={key} value={key}>
          {names[key]}
        </option>
      ))}
    </SelectField>
  )
}
