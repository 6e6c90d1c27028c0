import { messageOf } from '@shared/api/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { type Contact, securityKey, setNotices } from './security-queries'
import { useSecurityText } from './use-security-text'

const ContactDialog = lazy(() => import('./contact-dialog'))

/** Phone and e-mail: proved or not, and what is sent there. Nothing where the operator can send no code. */
export function ContactPanel({ contacts }: { contacts: Contact[] }) {
  const text = useSecurityText()
  if (contacts.length === 0) return null
  return (
    <Panel title={text.contacts}>
      <ul aria-label={text.contacts} className="divide-y divide-line">
        {contacts.map((contact) => (
          <ContactRow key={contact.channel} contact={contact} />
        ))}
      </ul>
    </Panel>
  )
}

function ContactRow({ contact }: { contact: Contact }) {
  const text = useSecurityText()
  const [open, setOpen] = useState(false)
  const proved = contact.proved !== ''
  const name = text.contactNames[contact.channel]
  return (
    <li className="flex flex-wrap items-center gap-x-8 gap-y-3 px-5 py-4 h5:px-4">
      <div className="min-w-64 flex-1 space-y-1 text-sm">
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-semibold">{name}</span>
          <span className="tabular text-soft">{contact.address || text.notFilled}</span>
          <span
            className={`inline-block rounded px-2 text-xs leading-6 ${proved ? 'bg-win/12 text-win' : 'bg-gold/12 text-gold-soft'}`}
          >
            {proved ? text.proved : text.notProved}
          </span>
        </p>
        {proved ? <Notices contact={contact} /> : <p className="text-xs text-mute">{text.proveWhy}</p>}
      </div>
      {contact.address === '' ? (
        <Link to={paths.profile} className="btn btn-line h5:min-h-11">
          {text.fillIn}
        </Link>
      ) : (
        <Button look={proved ? 'line' : 'gold'} onClick={() => setOpen(true)}>
          {proved ? text.changeOf(name) : text.proveOf(name)}
        </Button>
      )}
      {open && (
        <Optional>
          <ContactDialog contact={contact} onClose={() => setOpen(false)} />
        </Optional>
      )}
    </li>
  )
}

function Notices({ contact }: { contact: Contact }) {
  const text = useSecurityText()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => setNotices(contact.channel, on),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKey }),
    onError: (error) => toast('error', messageOf(error)),
  })
  return (
    <label className="flex min-h-8 items-center gap-2 text-xs text-mute h5:min-h-11">
      <input
        type="checkbox"
        checked={contact.notices}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
        className="size-4 accent-gold"
      />
      {text.notices}
    </label>
  )
}
