import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPicture } from '../../ui/add-picture'
import { toBase64Url } from '../../ui/base64-url'
import { Dialog } from '../../ui/dialog'
import { shrinkPicture } from '../../ui/shrink-picture'
import { Skeleton } from '../../ui/states'
import { toast } from '../../ui/toast'
import { useSlipText } from './use-slip-text'

const slipsQuery = (orderSn: string) =>
  queryOptions({
    queryKey: ['depositSlips', orderSn],
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('POST /v1/Select/DepositSlips', { OrderSn: orderSn }, { signal })
      return { ids: (Data.Items ?? []).map(({ Id }) => Id), most: Data.Most }
    },
  })

/** SlipInput lets the player attach pictures of the transfer to a bank order. They help staff and credit nothing. */
export default function SlipInput({ orderSn }: { orderSn: string }) {
  const text = useSlipText()
  const queries = useQueryClient()
  const slips = useQuery(slipsQuery(orderSn))
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const small = await shrinkPicture(file).catch(() => {
        throw new Error(text.wrong)
      })
      return api.call('POST /v1/Do/DepositSlipAction', {
        OrderSn: orderSn,
        picture: toBase64Url(await small.arrayBuffer()),
      })
    },
    onSuccess: () => toast('success', text.done),
    onSettled: () => queries.invalidateQueries({ queryKey: ['depositSlips', orderSn] }),
  })
  if (slips.isPending) return <Skeleton className="h-28" />
  if (!slips.data)
    return (
      <p className="text-sm text-mute">
        {text.failed}{' '}
        <button type="button" className="text-gold" onClick={() => slips.refetch()}>
          {text.retry}
        </button>
      </p>
    )
  const { ids, most } = slips.data
  return (
    <section aria-label={text.title}>
      <p className="mb-1.5 text-sm text-soft">
        {text.title}
        <span className="ml-2 text-xs text-mute">{text.most(most)}</span>
      </p>
      <ul className="flex flex-wrap gap-2">
        {ids.map((id, index) => (
          <li key={id}>
            <SlipPicture orderSn={orderSn} id={id} place={index + 1} />
          </li>
        ))}
        {ids.length < most && (
          <li>
            <AddPicture label={text.add} busy={upload.isPending} onPick={(file) => upload.mutate(file)} />
          </li>
        )}
      </ul>
      <p className="mt-1.5 text-xs text-mute">{text.hint}</p>
      <p role="alert" className="text-sm text-loss empty:hidden">
        {upload.error && messageOf(upload.error)}
      </p>
    </section>
  )
}

function SlipPicture({ orderSn, id, place }: { orderSn: string; id: string; place: number }) {
  const text = useSlipText()
  const [open, setOpen] = useState(false)
  const picture = useQuery({
    queryKey: ['depositSlip', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call('POST /v1/Select/DepositSlip', { OrderSn: orderSn, id }, { signal })).Data.Picture,
  })
  if (picture.error) return <p className="text-xs text-mute">{text.lost}</p>
  if (!picture.data) return <Skeleton className="size-20" />
  const name = text.picture(place)
  return (
    <>
      <button
        type="button"
        aria-label={text.open(place)}
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
