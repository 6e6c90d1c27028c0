import { messageOf } from '@shared/api/api-error'
import * as rules from '@shared/validate'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { cleanChange } from '../../ui/clean-input'
import { Dialog } from '../../ui/dialog'
import { PasswordField, TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { type CodeSent, type Contact, changeContact, proveContact, securityKey, sendCode } from './security-queries'
import { useSecurityText } from './use-security-text'

/** Proves an address by a code, or changes a proved one by a code to it and one to the new address. */
export default function ContactDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const text = useSecurityText()
  const queries = useQueryClient()
  const name = text.contactNames[contact.channel]
  const [old, setOld] = useState<{ ask: string; code: string } | null>(null)
  const [address, setAddress] = useState('')
  const [password, setPassword] = useState('')
  const proved = contact.proved !== ''
  const end = async (said: string) => {
    toast('success', said)
    await queries.invalidateQueries({ queryKey: securityKey })
    onClose()
  }
  // A session that was left open on another machine must not be enough: the account could be taken by the address.
  const passwordField = (
    <PasswordField
      label={text.loginPassword}
      value={password}
      autoComplete="current-password"
      onChange={(event) => setPassword(event.target.value)}
    />
  )
  if (!proved) {
    return (
      <Dialog title={text.proveOf(name)} onClose={onClose}>
        <CodeStep
          submit={text.prove}
          ready={password !== ''}
          send={() => sendCode({ channel: contact.channel, purpose: 'prove', password })}
          onCode={async (ask, code) => {
            await proveContact(ask, code)
            await end(text.provedNow(name))
          }}
        >
          <p className="pb-4 text-sm text-soft">{text.codeGoes(contact.address)}</p>
          {passwordField}
        </CodeStep>
      </Dialog>
    )
  }
  return (
    <Dialog title={text.changeOf(name)} onClose={onClose}>
      {old ? (
        <CodeStep
          key="new"
          submit={text.change}
          ready={rules.broken(contact.channel === 'sms' ? rules.phone : rules.email, address) === undefined}
          send={() =>
            sendCode({ channel: contact.channel, purpose: 'new', address, oldAsk: old.ask, oldCode: old.code })
          }
          onCode={async (ask, code) => {
            await changeContact(old, { ask, code })
            await end(text.changedNow(name))
          }}
        >
          <TextField
            label={text.newOf(name)}
            value={address}
            inputMode={contact.channel === 'sms' ? 'tel' : 'email'}
            autoComplete={contact.channel === 'sms' ? 'tel' : 'email'}
            maxLength={100}
            onChange={cleanChange(rules.withoutSpaces, setAddress)}
          />
        </CodeStep>
      ) : (
        <CodeStep
          key="old"
          submit={text.next}
          ready={password !== ''}
          send={() => sendCode({ channel: contact.channel, purpose: 'old', password })}
          onCode={async (ask, code) => setOld({ ask, code })}
        >
          <p className="pb-4 text-sm text-soft">{text.codeGoesOld(contact.address)}</p>
          <p className="pb-4 text-xs text-mute">{text.oldLost(name)}</p>
          {passwordField}
        </CodeStep>
      )}
    </Dialog>
  )
}

interface StepProps {
  submit: string
  ready?: boolean
  children?: ReactNode
  send: () => Promise<CodeSent>
  onCode: (ask: string, code: string) => Promise<unknown>
}

/** A button that sends a code, a pause until the next one, and the field for it. */
export function CodeStep({ submit, ready = true, children, send, onCode }: StepProps) {
  const text = useSecurityText()
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(0)
  const sent = useMutation({ mutationFn: send, onSuccess: ({ again }) => setLeft(again) })
  const use = useMutation({ mutationFn: (ask: string) => onCode(ask, code) })
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const complete = sent.data !== undefined && /^[0-9]{6}$/.test(code)
  const error = use.error ?? sent.error
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && sent.data && !use.isPending) use.mutate(sent.data.ask)
      }}
    >
      {children}
      <TextField
        label={text.sixDigits}
        value={code}
        placeholder={text.sixDigitsHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        className="tabular"
        onChange={cleanChange(rules.typedDigits, setCode)}
        aside={
          <Button
            look="line"
            className="shrink-0"
            busy={sent.isPending}
            disabled={!ready || left > 0}
            onClick={() => sent.mutate()}
          >
            {left > 0 ? text.again(left) : text.getCode}
          </Button>
        }
      />
      <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
        {error && messageOf(error)}
      </p>
      {sent.data && !error && (
        <p role="status" className="pb-3 text-sm text-mute">
          {text.sentLine(sent.data.minutes)}
        </p>
      )}
      <Button type="submit" className="min-h-12 w-full" busy={use.isPending} disabled={!complete}>
        {submit}
      </Button>
    </form>
  )
}
