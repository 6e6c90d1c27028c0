import { useBalance } from '@shared/api/live-balance'
import { playerQuery } from '@shared/api/queries'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../ui/link'
import { useBalanceText } from '../ui/own-balance'
import { AccountIcon } from './account-icon'
import { accountEntryOf, accountLinks } from './account-links'
import { useShellText } from './use-shell-text'

/** The account pages of the desktop: the left menu and the page (NAV-10). */
export default function AccountLayout({ children }: { children: ReactNode }) {
  const text = useShellText()
  const { PlayerName } = useLogin()
  const { pathname } = useLocation()
  const player = useQuery(playerQuery)
  const data = useBalance()
  const balance = useBalanceText()
  const entry = accountEntryOf(pathname)
  return (
    <div className="container-page grid items-start gap-6 pt-8 half:grid-cols-[14rem_minmax(0,1fr)]">
      {/* The menu is higher than a low window: there it follows the page down to its end, and is not cut off below. */}
      <aside className="panel overflow-hidden half:sticky half:bottom-4 half:self-end tall:top-28 tall:bottom-auto tall:self-start">
        <div className="border-b border-line bg-linear-to-b from-raised to-panel px-5 py-3">
          <div className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-gold bg-on-gold text-lg font-bold text-gold uppercase"
            >
              {PlayerName.slice(0, 1)}
            </span>
            <div className="min-w-0">
              <p className="truncate font-semibold">{PlayerName}</p>
              <p className="text-sm text-gold">VIP{player.data?.vipLevel ?? 0}</p>
            </div>
          </div>
          <p className="pt-2 text-xs text-mute">{text.total}</p>
          <p className="tabular text-xl font-semibold text-gold-soft">¥{data ? balance(data.sumFen) : '--'}</p>
          <p className="tabular text-xs text-mute">
            {text.balance} ¥{data ? balance(data.centreFen) : '--'}
          </p>
        </div>
        <nav aria-label={text.account}>
          <ul className="flex flex-wrap p-2 half:block">
            {accountLinks.map((link) => (
              <li key={link.key}>
                <Link
                  to={link.path}
                  aria-current={entry === link.key ? 'page' : undefined}
                  className={`flex min-h-11 items-center gap-3 rounded-lg px-4 half:min-h-9 ${
                    entry === link.key
                      ? 'bg-gold/12 font-semibold text-gold'
                      : 'text-soft hover:bg-raised hover:text-text'
                  }`}
                >
                  <AccountIcon name={link.icon} size={18} />
                  {text[link.key]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
