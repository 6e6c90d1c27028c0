import { balanceQuery } from '@shared/api/queries'
import { formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button'
import { Eye } from '../ui/icons/eye'
import { Refresh } from '../ui/icons/refresh'
import { usePlayerText } from './use-player-text'
import { useShellText } from './use-shell-text'

/** Kept for the next visit: who hides a balance does so for a reason that has not gone by then. */
const key = 'hideBalance'

export function BalanceChip() {
  const text = useShellText()
  const own = usePlayerText()
  const { data, refetch, isFetching } = useQuery(balanceQuery)
  const [hidden, setHidden] = useState(localStorage.getItem(key) === '1')
  const toggle = () => {
    localStorage.setItem(key, hidden ? '' : '1')
    setHidden(!hidden)
  }
  return (
    <div className="flex h-10 items-center rounded-lg border border-line bg-panel pr-0.5 pl-3">
      <span className="tabular min-w-20 text-right font-semibold text-gold-soft" title={text.total}>
        {hidden ? '****' : `¥${data ? formatFen(data.sumFen) : '--'}`}
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
