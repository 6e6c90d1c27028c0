import { useBalance } from '@shared/api/live-balance'
import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../ui/icon-button'
import { Eye } from '../ui/icons/eye'
import { Refresh } from '../ui/icons/refresh'
import { useBalanceText, useHiddenBalance } from '../ui/own-balance'
import { usePlayerText } from './use-player-text'
import { useShellText } from './use-shell-text'

/** The player's whole balance, in the centre, locked and in venues, under its name (D-31). */
export function BalanceChip() {
  const text = useShellText()
  const own = usePlayerText()
  const data = useBalance()
  const { refetch, isFetching } = useQuery(balanceQuery)
  const [hidden, toggle] = useHiddenBalance()
  const balance = useBalanceText()
  return (
    <div className="flex h-10 items-center rounded-lg border border-line bg-panel pr-0.5 pl-3">
      <span className="min-w-20 text-right">
        <span className="block text-xs leading-none text-mute">{text.total}</span>
        <span className="tabular block font-semibold leading-none text-gold-soft">
          ¥{data ? balance(data.sumFen) : '--'}
        </span>
      </span>
      <span className="ml-1 hidden half:flex">
        <IconButton size="small" name={hidden ? own.showBalance : own.hideBalance} onClick={toggle}>
          <Eye open={!hidden} />
        </IconButton>
        <IconButton size="small" name={own.refreshBalance} onClick={() => void refetch()}>
          <Refresh turning={isFetching} />
        </IconButton>
      </span>
    </div>
  )
}
