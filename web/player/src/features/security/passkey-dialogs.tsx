import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { CodeForm } from './code-form'
import { addPasskey, removePasskey, renamePasskey } from './passkey-calls'
import { passkeyError } from './passkey-error'
import { type Passkey, securityKey } from './security-queries'
import { usePasskeyText } from './use-passkey-text'

export type PasskeyStep = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

interface Props {
  step: PasskeyStep
  /** Two-step login is on: adding and removing ask for a code too. */
  withCode: boolean
  onClose: () => void
}

/** Adding, renaming or removing a passkey. */
export default function PasskeyDialog({ step, withCode, onClose }: Props) {
  const text = usePasskeyText()
  const queries = useQueryClient()
  const [name, setName] = useState(step.kind === 'rename' ? step.passkey.name : '')
  const field = (
    <TextField
      label={text.name}
      value={name}
      placeholder={text.nameHint}
      maxLength={20}
      autoComplete="off"
      onChange={(event) => setName(event.target.value)}
    />
  )
  const asks = withCode ? 'both' : 'password'
  const done = async (answer: { ResultMessage?: string }) => {
    toast('success', answer.ResultMessage ?? '')
    await queries.invalidateQueries({ queryKey: securityKey })
    onClose()
  }
  if (step.kind === 'add') {
    return (
      <Dialog title={text.add} onClose={onClose}>
        <CodeForm
          asks={asks}
          recovery
          submit={text.create}
          onSend={async (password, code) => {
            const answer = await addPasskey(name.trim(), password, code).catch((error: unknown) => {
              throw error instanceof DOMException ? new Error(passkeyError(error, text)) : error
            })
            await done(answer)
          }}
        >
          <p className="pb-4 text-sm text-soft">{text.addLine}</p>
          {field}
        </CodeForm>
      </Dialog>
    )
  }
  const { passkey } = step
  if (step.kind === 'remove') {
    return (
      <Dialog title={text.removeOf(passkey.name)} onClose={onClose}>
        <CodeForm
          asks={asks}
          recovery
          submit={text.confirmRemove}
          onSend={async (password, code) => done(await removePasskey(passkey.id, password, code))}
        >
          <p className="pb-4 text-sm text-soft">{text.removeLine}</p>
        </CodeForm>
      </Dialog>
    )
  }
  return (
    <Dialog title={text.rename} onClose={onClose}>
      <Rename ready={name.trim() !== ''} onSend={async () => done(await renamePasskey(passkey.id, name.trim()))}>
        {field}
      </Rename>
    </Dialog>
  )
}

interface RenameProps {
  ready: boolean
  children: ReactNode
  onSend: () => Promise<unknown>
}

function Rename({ ready, children, onSend }: RenameProps) {
  const text = usePasskeyText()
  const send = useMutation({ mutationFn: onSend })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !send.isPending) send.mutate()
      }}
    >
      {children}
      <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
        {send.error && passkeyError(send.error, text)}
      </p>
      <Button type="submit" className="min-h-12 w-full" busy={send.isPending} disabled={!ready}>
        {text.save}
      </Button>
    </form>
  )
}
