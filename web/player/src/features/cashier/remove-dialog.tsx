import { messageOf } from '@shared/api/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { useCashierText } from './use-cashier-text'
import { termsKey } from './withdraw-queries'

interface Props {
  title: string
  /** The removed entry, as the list shows it. */
  subject: string
  /** Key of the list that it leaves. */
  listKey: readonly string[]
  send: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password before a bank card or an address is removed (H-101). */
export default function RemoveDialog({ title, subject, listKey, send, onClose }: Props) {
  const text = useCashierText()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const remove = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast('success', text.removed)
      await Promise.all([listKey, termsKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      onClose()
    },
    onError: (error) => setFault(messageOf(error)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (password === '') setFault(text.removePasswordEmpty)
    else if (!remove.isPending) remove.mutate(password)
  }
  return (
    <Dialog title={title} onClose={onClose} locked={remove.isPending}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <p className="font-semibold">{subject}</p>
        <p className="text-sm text-soft">{text.removeLine}</p>
        <TextField
          label={text.removePassword}
          type="password"
          autoComplete="off"
          value={password}
          error={fault || undefined}
          hint={text.removePasswordHint}
          onChange={(event) => {
            setPassword(event.target.value)
            setFault('')
          }}
        />
        <div className="dialog-end grid grid-cols-2 gap-3">
          <Button look="line" disabled={remove.isPending} onClick={onClose}>
            {text.removeCancel}
          </Button>
          <Button type="submit" busy={remove.isPending}>
            {text.removeConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
