import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type Balance, balanceKey } from '@shared/api/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast'
import { useWalletText } from './use-wallet-text'

/** The switch brings the amount back that was chosen before (H-250). */
const switched = (balance: Balance, on: boolean): Balance => {
  const brings = !on ? 'nothing' : balance.launch.amountFen > 0 ? 'amount' : 'all'
  return { ...balance, autoTransfer: on, launch: { ...balance.launch, brings } }
}

/** Flips only when the server has said yes (TRF-02). */
export function AutoSwitch({ on }: { on: boolean }) {
  const text = useWalletText()
  const queries = useQueryClient()
  const set = useMutation({
    mutationFn: (auto: 0 | 1) => api.call('POST /v1/Do/SetAutoAction', { auto }),
    onSuccess: (_, auto) => {
      queries.setQueryData<Balance>(balanceKey, (balance) => balance && switched(balance, auto === 1))
      toast('success', text.autoDone(auto === 1))
    },
    onError: (error) => toast('error', messageOf(error)),
  })
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      title={text.autoLine}
      disabled={set.isPending}
      onClick={() => set.mutate(on ? 0 : 1)}
      className="flex min-h-9 items-center gap-3 text-sm text-soft hover:text-text disabled:opacity-60 h5:min-h-11"
    >
      {text.auto}
      <span
        aria-hidden="true"
        className={`h-6 w-11 rounded-full p-0.5 transition-colors ${on ? 'bg-gold' : 'bg-line'}`}
      >
        <span
          className={`block size-5 rounded-full transition-transform ${on ? 'translate-x-5 bg-on-gold' : 'bg-soft'}`}
        />
      </span>
    </button>
  )
}
