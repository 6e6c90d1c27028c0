import { openStakes, useBalance } from '@shared/api/live-balance'
import { balanceQuery, playerQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { Eye } from '../../ui/icons/eye'
import { Refresh } from '../../ui/icons/refresh'
import { Link } from '../../ui/link'
import { useBalanceText, useHiddenBalance } from '../../ui/own-balance'
import { AccountIcon, type AccountIconName } from '../account-icon'
import { useShellText } from '../use-shell-text'
import { useMineText } from './use-mine-text'

/** The player with the wallet, and the three things that are done with it. */
export function PlayerCard({ name }: { name: string }) {
  const text = useShellText()
  const player = useQuery(playerQuery)
  return (
    <section
      aria-label={text.account}
      className="relative overflow-hidden rounded-2xl border border-gold/25 bg-linear-to-br from-warm to-panel"
    >
      <Coin />
      <Link to={paths.profile} className="relative flex min-h-16 items-center gap-3 px-5 pt-5">
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-full border-2 border-gold bg-on-gold text-lg font-bold text-gold uppercase"
        >
          {name.slice(0, 1)}
        </span>
        <span className="min-w-0">
          <span className="block truncate text-lg font-semibold">{name}</span>
          <Badge kind="vip">VIP{player.data?.vipLevel ?? 0}</Badge>
        </span>
      </Link>
      <Wallet />
      <ul className="relative grid grid-cols-3 border-t border-gold/15 bg-black/15">
        <Quick icon="deposit" path={paths.deposit} name={text.deposit} />
        <Quick icon="withdrawal" path={paths.withdrawal} name={text.withdrawal} />
        <Quick icon="transfer" path={paths.transfer} name={text.transfer} />
      </ul>
    </section>
  )
}

function Wallet() {
  const text = useShellText()
  const own = useMineText()
  const data = useBalance()
  const { refetch, isFetching } = useQuery(balanceQuery)
  const openFen = openStakes(data).fen
  const [hidden, toggle] = useHiddenBalance()
  const balance = useBalanceText()
  const shown = (fen: number | undefined) => `¥${fen === undefined ? '--' : balance(fen)}`
  const icon = 'grid size-11 shrink-0 place-items-center text-soft'
  return (
    <div className="relative px-5 pt-2 pb-4">
      <div className="flex items-center">
        <span className="text-sm text-soft">{text.balance}</span>
        <button type="button" aria-label={hidden ? own.showBalance : own.hideBalance} className={icon} onClick={toggle}>
          <Eye open={!hidden} />
        </button>
        <button type="button" aria-label={own.refreshBalance} className={icon} onClick={() => void refetch()}>
          <Refresh turning={isFetching} />
        </button>
      </div>
      <p className="tabular truncate text-3xl font-semibold text-gold-soft">{shown(data?.centreFen)}</p>
      <p className="tabular pt-1 text-sm text-soft">
        {own.totalAssets} {shown(data?.sumFen)}
      </p>
      {openFen > 0 && <p className="tabular text-xs text-soft">{own.openStakes(balance(openFen))}</p>}
    </div>
  )
}

function Quick({ icon, path, name }: { icon: AccountIconName; path: string; name: string }) {
  return (
    <li>
      <Link to={path} className="flex min-h-22 flex-col items-center justify-center gap-1.5 text-sm active:bg-gold/10">
        <span className="grid size-9 place-items-center rounded-full bg-linear-to-b from-gold-light to-gold-dark text-on-gold">
          <AccountIcon name={icon} size={20} />
        </span>
        {name}
      </Link>
    </li>
  )
}

/** The site's coin, as large and faint as a watermark. */
const Coin = () => (
  <svg
    viewBox="0 0 200 200"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    className="absolute -top-14 -right-12 size-52 text-gold/15"
  >
    <circle cx="100" cy="100" r="92" strokeWidth="3" />
    <circle cx="100" cy="100" r="78" strokeWidth="1.500" />
    <rect x="74" y="74" width="52" height="52" rx="4" strokeWidth="3" />
    <path d="M100 24v36M100 140v36M24 100h36M140 100h36" strokeWidth="2" />
  </svg>
)
