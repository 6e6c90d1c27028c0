import { messageOf } from '@shared/api/api-error'
import { networkOf } from '@shared/usdt'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FieldFrame } from '../../ui/field'
import { toast } from '../../ui/toast'
import { AddressText } from './address-text'
import { addAddress, addressesKey } from './usdt-queries'
import { useUsdtText } from './use-usdt-text'
import { termsKey } from './withdraw-queries'

/** An address longer than any there is. */
const longest = 100
/** So many characters at once are no typing: what a keyboard offers from the clipboard arrives like that. */
const pasted = 12

/** Why an address cannot be added, or undefined (WD-07). */
export function addressFault(address: string, empty: string): string | undefined {
  if (address === '') return empty
  return rules.broken(rules.coinAddress, address) ?? (networkOf(address) ? undefined : ruleText.addressShape)
}

/** Adds a receiving address. It is pasted and never typed (WD-03): one slip of a finger sends coins away for good. */
export default function AddAddressDialog({ onClose }: { onClose: () => void }) {
  const text = useUsdtText()
  const queries = useQueryClient()
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState('')
  const put = (value: string) => {
    setAddress(value.replace(/\s+/g, '').slice(0, longest))
    setFault('')
  }
  const add = useMutation({
    mutationFn: addAddress,
    onSuccess: async () => {
      toast('success', text.added)
      await Promise.all([addressesKey, termsKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      onClose()
    },
    // At the field, where it stays: a passing notice would leave the green line below it as the last word.
    onError: (error) => setFault(messageOf(error)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = addressFault(address, text.addressEmpty)
    setFault(wrong ?? '')
    if (!wrong && !add.isPending) add.mutate(address)
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    put(event.clipboardData.getData('text'))
  }
  const network = networkOf(address)
  const shown = address !== '' && fault === '' && !addressFault(address, text.addressEmpty)
  return (
    <Dialog title={text.addTitle} onClose={onClose} locked={add.isPending}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <FieldFrame label={text.addField} error={fault || undefined} hint={text.addHint}>
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              rows={2}
              value={address}
              placeholder={text.addPlaceholder}
              inputMode="none"
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              className="input-box tabular resize-none py-2.5 break-all"
              onPaste={onPaste}
              onChange={({ target }) => {
                const { value } = target
                if (value.length < address.length || value.length - address.length >= pasted) return put(value)
                // A second refusal changes no state, so nothing else would show the address again.
                target.value = address
                setFault(text.pasteOnly)
              }}
            />
          )}
        </FieldFrame>
        <div role="status" className="min-h-24 rounded-lg bg-deep px-4 py-3 text-sm">
          {shown && network ? (
            <>
              <p className="text-win">{text.recognised(text.tag(network), text.networks[network])}</p>
              <AddressText address={address} className="block pt-1.5 text-base" />
            </>
          ) : (
            <p className="text-mute">{text.addCheck}</p>
          )}
        </div>
        <div className="grid grid-cols-[1fr_1fr_2fr] gap-3 pt-1">
          <Button look="line" className="min-h-12 px-2" onClick={() => void paste(put, text.pasteFailed)}>
            {text.paste}
          </Button>
          <Button look="line" className="min-h-12 px-2" disabled={address === ''} onClick={() => put('')}>
            {text.clear}
          </Button>
          <Button type="submit" className="min-h-12" busy={add.isPending}>
            {text.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

async function paste(put: (value: string) => void, failed: string): Promise<void> {
  try {
    put(await navigator.clipboard.readText())
  } catch {
    // Plain http, or the player said no: the field takes the system's own paste.
    toast('info', failed)
  }
}
