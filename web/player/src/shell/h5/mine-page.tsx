import { balanceQuery, playerQuery } from '@shared/api/queries'
import { boot } from '@shared/boot'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { loginPath, paths } from '../../paths'
import { Money } from '../../ui/money'
import { switchForm } from '../choose-form'
import { LogoutButton } from '../logout-button'
import { usePageText } from '../use-page-text'
import { useShellText } from '../use-shell-text'

/** The fifth tab: the player, the wallet and the way to every account page. */
export default function MinePage() {
  const text = useShellText()
  const { Ticket, PlayerName } = useLogin()
  return (
    <div className="space-y-4 p-4">
      {Ticket ? <Wallet name={PlayerName} /> : <Visitor />}
      <ul className="panel divide-y divide-line">
        {(
          [
            [paths.transfer, text.transfer],
            [paths.cashLog, text.cashLog],
            [paths.betRecord, text.betRecord],
            [paths.bankCard, text.bankCard],
            [paths.profile, text.profile],
            [paths.password, text.changePassword],
            [paths.vip, text.pages.vip],
            [paths.fund, text.fund],
            [paths.appDownload, text.pages.downApp],
          ] as const
        ).map(([path, name]) => (
          <li key={path}>
            <Link to={path} className="flex min-h-12 items-center justify-between px-4">
              {name}
              <span aria-hidden="true" className="text-mute">
                ›
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex justify-center gap-8 text-sm text-soft">
        <button type="button" className="min-h-11 px-3" onClick={() => switchForm('desktop')}>
          {text.desktopSite}
        </button>
        {Ticket && <LogoutButton className="min-h-11 px-3" />}
      </div>
    </div>
  )
}

function Wallet({ name }: { name: string }) {
  const text = useShellText()
  const balance = useQuery(balanceQuery)
  const player = useQuery(playerQuery)
  return (
    <section className="panel bg-linear-to-br from-[#2b2417] to-panel p-5">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-12 place-items-center rounded-full border-2 border-gold bg-on-gold text-lg font-bold text-gold uppercase"
        >
          {name.slice(0, 1)}
        </span>
        <div>
          <p className="font-semibold">{name}</p>
          <p className="text-sm text-gold">VIP{player.data?.vipLevel ?? 0}</p>
        </div>
      </div>
      <p className="pt-4 text-xs text-soft">{text.balance}</p>
      <p className="text-3xl font-semibold text-gold-soft">
        {balance.data ? <Money fen={balance.data.centreFen} /> : '--'}
      </p>
      <div className="grid grid-cols-3 gap-3 pt-4">
        <Link to={paths.deposit} className="btn btn-gold min-h-11 px-2">
          {text.deposit}
        </Link>
        <Link to={paths.withdrawal} className="btn btn-line min-h-11 px-2">
          {text.withdrawal}
        </Link>
        <Link to={paths.transfer} className="btn btn-line min-h-11 px-2">
          {text.transfer}
        </Link>
      </div>
    </section>
  )
}

function Visitor() {
  const text = useShellText()
  const page = usePageText()
  return (
    <section className="panel space-y-4 p-5 text-center">
      <p className="text-lg font-semibold">{boot.siteName}</p>
      <p className="text-soft">{page.mineGreeting}</p>
      <div className="grid grid-cols-2 gap-3">
        <Link to={loginPath(paths.mine)} className="btn btn-line min-h-11">
          {text.login}
        </Link>
        <Link to={paths.register} className="btn btn-gold min-h-11">
          {text.register}
        </Link>
      </div>
    </section>
  )
}
