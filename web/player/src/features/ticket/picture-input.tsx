import { api } from '@shared/api/player-client'
import { useMutation } from '@tanstack/react-query'
import { AddPicture } from '../../ui/add-picture'
import { toBase64Url } from '../../ui/base64-url'
import { shrinkPicture } from '../../ui/shrink-picture'
import { toast } from '../../ui/toast'
import { useTicketText } from './use-ticket-text'

export interface Upload {
  id: string
  /** An address of the picture in this page. */
  shown: string
}

const most = 4

/** Pictures beside a text. Each is uploaded when it is chosen, so that sending the text waits for nothing. */
export function PictureInput({ uploads, onChange }: { uploads: Upload[]; onChange: (uploads: Upload[]) => void }) {
  const text = useTicketText()
  const upload = useMutation({
    mutationFn: async (file: File): Promise<Upload> => {
      const small = await shrinkPicture(file).catch(() => {
        throw new Error(text.pictureWrong)
      })
      const { Data } = await api.call('POST /v1/Do/TicketPictureAction', {
        picture: toBase64Url(await small.arrayBuffer()),
      })
      return { id: Data.Id, shown: URL.createObjectURL(small) }
    },
    onSuccess: (added) => onChange([...uploads, added]),
    onError: (error) => toast('error', error.message),
  })
  const remove = (gone: Upload) => {
    URL.revokeObjectURL(gone.shown)
    onChange(uploads.filter((kept) => kept !== gone))
  }
  return (
    <div className="pb-4">
      <p className="mb-1.5 text-sm text-soft">{text.pictures}</p>
      <ul className="flex flex-wrap gap-2">
        {uploads.map((picture, index) => (
          <li key={picture.id} className="relative">
            <img
              src={picture.shown}
              alt={text.picture(index + 1)}
              className="size-20 rounded-lg border border-line object-cover"
            />
            <button
              type="button"
              aria-label={`${text.removePicture} ${index + 1}`}
              onClick={() => remove(picture)}
              className="absolute -top-2 -right-2 grid size-7 place-items-center rounded-full border border-line bg-raised text-text"
            >
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
        {uploads.length < most && (
          <li>
            <AddPicture label={text.addPicture} busy={upload.isPending} onPick={(file) => upload.mutate(file)} />
          </li>
        )}
      </ul>
    </div>
  )
}

/** Ids for the wire. */
export const idsOf = (uploads: Upload[]) => uploads.map(({ id }) => id).join(',')
