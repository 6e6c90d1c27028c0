import { messageOf } from '@shared/api/api-error'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { PasswordField, TextField } from '../../ui/field'
import { useSecurityText } from './use-security-text'

interface Props {
  asks: 'password' | 'code' | 'both'
  submit: string
  /** A recovery code does as well. */
  recovery?: boolean
  children?: ReactNode
  onSend: (password: string, code: string) => Promise<unknown>
}

/** The proof a step asks for: the login password, a code, or both; the server's refusal stays below the fields. */
export function CodeForm({ asks, submit, recovery = false, children, onSend }: Props) {
  const text = useSecurityText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const send = useMutation({ mutationFn: () => onSend(password, code.trim()) })
  const ready = (asks === 'code' || password !== '') && (asks === 'password' || code.trim() !== '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !send.isPending) send.mutate()
      }}
    >
      {children}
      {asks !== 'code' && (
        <PasswordField
          label={text.loginPassword}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {asks !== 'password' && (
        <TextField
          label={text.code}
          value={code}
          placeholder={recovery ? text.codeOrRecovery : text.codeHint}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="tabular"
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
        {send.error && messageOf(send.error)}
      </p>
      <Button type="submit" className="min-h-12 w-full" busy={send.isPending} disabled={!ready}>
        {submit}
      </Button>
    </form>
  )
}
