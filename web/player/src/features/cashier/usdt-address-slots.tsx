import { api } from '@shared/api/player-client'
import { listedAddress } from '@shared/usdt'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Optional } from '../../ui/optional'
import { Load, Skeleton } from '../../ui/states'
import { toast } from '../../ui/toast'
import { AddressFace } from './usdt-address-face'
import { addressesKey, addressesQuery, type CoinAddress } from './usdt-queries'
import { useUsdtText } from './use-usdt-text'
import { termsQuery } from './withdraw-queries'

const RemoveDialog = lazy(() => import('./remove-dialog'))
const AddAddressDialog = lazy(() => import('./usdt-address-dialog'))

/**
 * The receiving addresses, and while more are allowed a place that opens the dialog that adds one (WD-03, WD-07). The
 * operator sets how many are allowed. Where that cannot be read, the place stays, and the server decides.
 */
export function AddressSlots() {
  const text = useUsdtText()
  const queries = useQueryClient()
  const addresses = useQuery(addressesQuery)
  const terms = useQuery(termsQuery)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<CoinAddress>()
  const choose = useMutation({
    mutationFn: (id: number) => api.call('POST /v1/Do/SetUsdtAddAddressDefault', { id }),
    onSuccess: () => toast('success', text.setDone),
    onError: () => toast('error', text.setFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: addressesKey }),
  })
  const grid = 'grid grid-cols-3 gap-4 p-5 h5:grid-cols-1 h5:gap-3 h5:p-4'
  const skeleton = (
    <div className={grid}>
      {['sk-1', 'sk-2', 'sk-3'].map((key) => (
        <Skeleton key={key} className="h-32 h5:h-28 h5:nth-2:h-20 h5:nth-3:hidden" />
      ))}
    </div>
  )
  return (
    <>
      <Load query={addresses} skeleton={skeleton}>
        {(list) => (
          <div className={grid}>
            {list.map((address) => (
              <AddressFace
                key={address.id}
                address={address}
                chosen={choose.isPending ? address.id === choose.variables : address.isDefault}
                onPick={() => address.offered && !address.isDefault && !choose.isPending && choose.mutate(address.id)}
                onRemove={() => setRemoving(address)}
              />
            ))}
            {terms.isPending ? (
              <Skeleton className="h-32 h5:h-20" />
            ) : list.length < (terms.data?.maxAddresses ?? Number.POSITIVE_INFINITY) ? (
              <button
                type="button"
                onClick={() => setAdding(true)}
                className="grid h-32 place-content-center justify-items-center gap-1 rounded-xl border border-dashed border-line text-soft hover:border-gold hover:text-gold h5:h-20"
              >
                <span aria-hidden="true" className="text-3xl leading-none">
                  +
                </span>
                {text.add}
              </button>
            ) : null}
          </div>
        )}
      </Load>
      {removing && (
        <Optional>
          <RemoveDialog
            title={text.removeAddress}
            subject={`${text.tag(removing.network)} ${listedAddress(removing.address)}`}
            listKey={addressesKey}
            send={(password) => api.call('POST /v1/Do/RemoveUsdtAddAddress', { id: removing.id, password })}
            onClose={() => setRemoving(undefined)}
          />
        </Optional>
      )}
      {adding && (
        <Optional>
          <AddAddressDialog onClose={() => setAdding(false)} />
        </Optional>
      )}
    </>
  )
}
