import { api } from '@shared/api/player-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ticketPath } from '../../ask-paths'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { idsOf, PictureInput, type Upload } from './picture-input'
import { TextArea } from './text-area'
import { shownRef, type TicketAbout, type TicketKind, ticketKinds, ticketsKey } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

export interface Subject {
  kind: TicketKind | ''
  about: TicketAbout
  ref: string
}

/** A new question. The typed text stays when the server refuses it. */
export function AskForm({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const words = useTicketText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [kind, setKind] = useState<TicketKind | ''>(subject.kind)
  const [text, setText] = useState('')
  const [uploads, setUploads] = useState<Upload[]>([])
  const [tried, setTried] = useState(false)
  const open = useMutation({
    mutationFn: () =>
      api.call('POST /v1/Do/TicketOpenAction', {
        kind: kind as TicketKind,
        text: text.trim(),
        ...(subject.about ? { about: subject.about, ref: subject.ref } : {}),
        ...(uploads.length > 0 ? { pictures: idsOf(uploads) } : {}),
      }),
    onSuccess: (answer) => {
      toast('success', answer.ResultMessage)
      void queries.invalidateQueries({ queryKey: ticketsKey })
      void navigate(ticketPath(answer.Data.Id))
    },
    onError: (error) => toast('error', error.message),
  })
  const length = [...text.trim()].length
  const wrongText = length < 2 ? words.textShort : length > 2000 ? words.textLong : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (kind && !wrongText) open.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="px-5 pt-4 pb-5 h5:px-4">
      {subject.about && (
        <p className="mb-4 rounded-lg bg-raised px-4 py-2.5 text-sm break-all text-soft">
          {words.about(subject.about, shownRef(subject.about, subject.ref))}
        </p>
      )}
      <div className="max-w-64">
        <SelectField
          label={words.kind}
          value={kind}
          error={tried && !kind ? words.kindMissing : undefined}
          onChange={(event) => setKind(event.target.value as TicketKind | '')}
        >
          <option value="" disabled>
            {words.kindMissing}
          </option>
          {ticketKinds.map((key) => (
            <option key={key} value={key}>
              {words.kinds[key]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        label={words.text}
        value={text}
        rows={5}
        maxLength={4000}
        error={tried ? wrongText : undefined}
        hint={words.textHint}
        onChange={(event) => setText(event.target.value)}
      />
      <PictureInput uploads={uploads} onChange={setUploads} />
      <p className="pb-4 text-xs text-mute">{words.never}</p>
      <div className="flex gap-3">
        <Button type="submit" busy={open.isPending}>
          {words.submit}
        </Button>
        <Button look="line" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
