import { type LiveBalance, openStakes } from '@shared/api/live-balance'
import type { Balance } from '@shared/api/queries'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { Refresh } from '../../ui/icons/refresh'
import { needed } from '../../ui/needed'
import { OwnMoney, useBalanceText } from '../../ui/own-balance'
import { Panel } from '../../ui/panel'
import { Failed, Skeleton } from '../../ui/states'
import { useLiveBalance } from './use-live-balance'
import { useRecycle } from './use-recycle'
import { useWalletText } from './use-wallet-text'

const VenueBalances = needed(() => import('./venue-balances'), {
  waiting: (
    <div className="px-5 pb-5 h5:px-4 h5:pb-4">
      <Skeleton className="h-8 h5:h-11" />
    </div>
  ),
})

/** Total, centre with the recycle button, locked, and every venue as it tells itself (WD-01). */
export function AssetSummary() {
  const text = useWalletText()
  const balance = useLiveBalance()
  const recycle = useRecycle()
  if (balance.error && !balance.data) {
    return (
      <Panel>
        <Failed message={balance.error.message} onRetry={balance.refetch} />
      </Panel>
    )
  }
  return (
    <Panel>
      <Figures balance={balance.data} open={<OpenLine balance={balance.data} />}>
        <Button
          look="line"
          className="min-h-9 px-3 text-sm"
          busy={recycle.isPending}
          // The second click of a double click finds the first one's answer already there now and then.
          onClick={(event) => event.detail < 2 && recycle.mutate()}
        >
          {text.recycle}
        </Button>
      </Figures>
      <div className="flex items-center justify-between px-5 py-2.5 h5:px-4">
        <h3 className="text-sm text-soft">{text.venues}</h3>
        <button
          type="button"
          onClick={balance.refetch}
          className="flex min-h-8 items-center gap-1.5 text-sm text-gold h5:min-h-11"
        >
          <Refresh turning={balance.isFetching} />
          {text.refresh}
        </button>
      </div>
      <VenueBalances venues={balance.data?.venues} />
      {recycle.parts.length > 0 && (
        <ul role="status" className="divide-y divide-line/60 border-t border-line px-5 py-2 text-sm text-soft h5:px-4">
          {recycle.parts.map(({ name, state, note }) => (
            <li key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>{name}</span>
              {state && <span className="tabular text-text">{state}</span>}
              {note && <span className={`text-xs text-mute ${state ? 'basis-full' : ''}`}>{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The part of the total that is staked and not in it; nothing where there is none (H-516). */
function OpenLine({ balance }: { balance: LiveBalance | undefined }) {
  const text = useWalletText()
  const own = useBalanceText()
  const { fen } = openStakes(balance)
  return fen > 0 ? <span className="tabular text-xs text-soft">{text.openStakes(own(fen))}</span> : null
}

interface FiguresProps {
  balance: Omit<Balance, 'venues'> | undefined
  /** Below the total. */
  open?: ReactNode
  /** Beside the centre wallet. */
  children?: ReactNode
}

export function Figures({ balance, open, children }: FiguresProps) {
  const text = useWalletText()
  const figure = (label: string, fen: number | undefined, aside?: ReactNode, strong = false) => (
    <dl className="min-w-0 px-5 py-4 h5:px-4 h5:py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="flex min-h-9 flex-wrap items-center gap-3 pt-1">
        {fen === undefined ? (
          <Skeleton className="h-8 w-28" />
        ) : (
          <OwnMoney fen={fen} className={`text-2xl font-semibold h5:text-xl ${strong ? 'text-gold' : ''}`} />
        )}
        {aside}
      </dd>
    </dl>
  )
  return (
    <div className="grid grid-cols-3 divide-x divide-line border-b border-line h5:grid-cols-2">
      <div className="h5:col-span-2 h5:border-r-0 h5:border-b h5:border-line">
        {figure(text.total, balance?.sumFen, open, true)}
      </div>
      <div>{figure(text.centre, balance?.centreFen, children)}</div>
      <div>
        {figure(
          text.locked,
          balance?.lockedFen,
          balance && balance.transitFen > 0 ? (
            <span className="text-xs text-gold">
              {text.transit} <OwnMoney fen={balance.transitFen} />
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}
