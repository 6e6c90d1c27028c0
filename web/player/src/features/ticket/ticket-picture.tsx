import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { Skeleton } from '../../ui/states'
import { pictureQuery } from './ticket-queries'
import { useTicketText } from './use-ticket-text'

/** A picture of the thread, small; a click shows all of it. */
export function TicketPicture({ id, place }: { id: string; place: number }) {
  const text = useTicketText()
  const picture = useQuery(pictureQuery(id))
  const [open, setOpen] = useState(false)
  const name = text.picture(place)
  if (picture.error) return <p className="text-xs text-mute">{text.pictureLost}</p>
  if (!picture.data) return <Skeleton className="size-20" />
  return (
    <>
      <button
        type="button"
        aria-label={`${text.openPicture} ${place}`}
        onClick={() => setOpen(true)}
        className="overflow-hidden rounded-lg border border-line hover:border-gold"
      >
        <img src={picture.data} alt={name} className="size-20 object-cover" />
      </button>
      {open && (
        <Dialog title={name} wide onClose={() => setOpen(false)}>
          <img src={picture.data} alt={name} className="mx-auto max-h-[70dvh] max-w-full rounded-lg" />
        </Dialog>
      )}
    </>
  )
}
