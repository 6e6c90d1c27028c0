import { balanceQuery } from '@shared/api/queries'
import { formatFen } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loginPath, paths } from '../paths'
import { Eye } from '../ui/icons/eye'
import { Refresh } from '../ui/icons/refresh'
import { LogoutButton } from './logout-button'
import { useShellText } from './use-shell-text'

/** The right end of the menu: login and register, or the player with balance, deposit and logout (NAV-06). */
export function AccountBar() {
  const text = useShellText()
  const { Ticket, PlayerName } = useLogin()
  const location = useLocation()
  if (!Ticket) {
    const onLogin = location.pathname.toLowerCase() === paths.login.toLowerCase()
    return (
      <div className="flex shrink-0 items-center gap-2.5">
        <Link to={onLogin ? paths.login : loginPath(location.pathname + location.search)} className="btn btn-line px-5">
          {text.login}
        </Link>
        <Link to={paths.register} className="btn btn-gold px-5">
          {text.register}
        </Link>
      </div>
    )
  }
  return (
    <div className="flex shrink-0 items-center gap-2">
      <BalanceChip />
      <Link to={paths.deposit} className="btn btn-gold px-4">
        {text.deposit}
      </Link>
      <AccountMenu name={PlayerName} />
    </div>
  )
}

function BalanceChip() {
  const text = useShellText()
  const { data, refetch, isFetching } = useQuery(balanceQuery)
  const [hidden, setHidden] = useState(localStorage.getItem('hideBalance') === '1')
  const toggle = () => {
    localStorage.setItem('hideBalance', hidden ? '' : '1')
    setHidden(!hidden)
  }
  const icon = 'grid size-8 place-items-center rounded-md text-mute hover:text-gold'
  return (
    <div className="flex items-center rounded-lg border border-line bg-panel pl-3">
      <span className="tabular min-w-20 text-right text-[0.9375rem] font-semibold text-gold-soft" title={text.balance}>
        {hidden ? '****' : `¥${data ? formatFen(data.centreFen) : '--'}`}
      </span>
      <button type="button" aria-label={hidden ? text.showBalance : text.hideBalance} className={icon} onClick={toggle}>
        <Eye open={!hidden} />
      </button>
      <button type="button" aria-label={text.refreshBalance} className={icon} onClick={() => void refetch()}>
        <Refresh turning={isFetching} />
      </button>
    </div>
  )
}

function AccountMenu({ name }: { name: string }) {
  const text = useShellText()
  return (
    <>
      <Link
        to={paths.deposit}
        aria-label={text.avatar(name)}
        title={name}
        className="grid size-10 place-items-center rounded-full border-2 border-gold bg-on-gold font-bold text-gold uppercase"
      >
        {name.slice(0, 1)}
      </Link>
      <LogoutButton className="min-h-10 px-1.5 text-sm whitespace-nowrap text-soft hover:text-gold" />
    </>
  )
}
