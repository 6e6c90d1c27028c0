import { InboxBell } from '../features/inbox/inbox-bell'
import { paths } from '../paths'
import { Link } from '../ui/link'
import { accountLinks } from './account-links'
import { BalanceChip } from './balance-chip'
import { LogoutButton } from './logout-button'
import { Popdown } from './popdown'
import { usePlayerText } from './use-player-text'
import { useShellText } from './use-shell-text'

/** The menu's right end for a player: what is in the wallet, the way to the cashier, the account, and out. */
export default function PlayerBar({ name }: { name: string }) {
  const text = useShellText()
  const own = usePlayerText()
  return (
    <div className="flex shrink-0 items-center gap-2">
      <BalanceChip />
      <Link to={paths.deposit} className="btn btn-gold px-4">
        {text.deposit}
      </Link>
      <Link
        to={paths.deposit}
        aria-label={own.avatar(name)}
        title={name}
        className="grid size-10 shrink-0 place-items-center rounded-full border-2 border-gold bg-on-gold font-bold text-gold uppercase"
      >
        {name.slice(0, 1)}
      </Link>
      <InboxBell className="-mx-1.5 h-10 w-8 hover:text-gold" />
      <Popdown
        label={own.accountOf(name)}
        side="right"
        button={<span className="hidden max-w-21 truncate full:block">{name}</span>}
        className="min-h-10 rounded-lg px-1.5 text-sm text-soft hover:text-gold"
      >
        {(close) => (
          <ul className="w-44 p-1.5">
            {accountLinks.map((link) => (
              <li key={link.key}>
                <Link
                  to={link.path}
                  onClick={close}
                  className="block rounded-md px-4 py-2 text-soft hover:bg-raised hover:text-gold"
                >
                  {text[link.key]}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Popdown>
      <LogoutButton className="min-h-10 px-1 text-sm whitespace-nowrap text-soft hover:text-gold" />
    </div>
  )
}
