import { boot } from '@shared/boot'
import { useLogin } from '@shared/session'
import { lazy, type ReactNode, useState } from 'react'
import { loginPath, paths } from '../../paths'
import { install, useInstallWay } from '../../pwa/install'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { AccountIcon, type AccountIconName } from '../account-icon'
import { switchForm } from '../choose-form'
import { Clock } from '../clock'
import { LanguageButtons } from '../language-buttons'
import { LogoutButton } from '../logout-button'
import { useShellText } from '../use-shell-text'
import { PlayerCard } from './player-card'
import { useMineText } from './use-mine-text'

const NoticesDialog = lazy(() => import('../../features/content/notices-dialog'))
const InstallSheet = lazy(() => import('../../pwa/install-sheet'))

/** The fifth tab: the player, the wallet and the way to everything that has no tab of its own. */
export default function MinePage() {
  const text = useShellText()
  const { Ticket, PlayerName } = useLogin()
  return (
    <div className="mx-auto max-w-2xl space-y-4 p-4">
      {Ticket ? <PlayerCard name={PlayerName} /> : <Visitor />}
      <Services />
      <More />
      <div className={`grid gap-3 ${Ticket ? 'grid-cols-2' : ''}`}>
        <button type="button" className="btn btn-line min-h-12" onClick={() => switchForm('desktop')}>
          <AccountIcon name="computer" size={20} />
          {text.desktopSite}
        </button>
        {Ticket && <LogoutButton className="btn btn-line min-h-12" />}
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-4 text-xs text-mute">
        <Clock />
        <LanguageButtons className="min-h-11 text-soft" />
      </p>
    </div>
  )
}

function Visitor() {
  const text = useShellText()
  const own = useMineText()
  return (
    <section className="rounded-2xl border border-gold/25 bg-linear-to-br from-warm to-panel p-5">
      <p className="text-xl font-semibold text-gold-soft">{own.greetingTitle(boot.siteName)}</p>
      <p className="pt-1 pb-5 text-sm text-soft">{own.greetingLine}</p>
      <div className="grid grid-cols-2 gap-3">
        <Link to={loginPath(paths.mine)} className="btn btn-line min-h-12">
          {text.login}
        </Link>
        <Link to={paths.register} className="btn btn-gold min-h-12">
          {text.register}
        </Link>
      </div>
    </section>
  )
}

const services: {
  icon: AccountIconName
  path: string
  name: 'cashLog' | 'betRecord' | 'bankCard' | 'profile' | 'changePassword' | 'discount'
}[] = [
  { icon: 'cashLog', path: paths.cashLog, name: 'cashLog' },
  { icon: 'betRecord', path: paths.betRecord, name: 'betRecord' },
  { icon: 'bankCard', path: paths.bankCard, name: 'bankCard' },
  { icon: 'profile', path: paths.profile, name: 'profile' },
  { icon: 'lock', path: paths.password, name: 'changePassword' },
  { icon: 'ticket', path: paths.discount, name: 'discount' },
]

function Services() {
  const text = useShellText()
  const own = useMineText()
  const [notices, setNotices] = useState(false)
  const cell =
    'flex min-h-20 flex-col items-center justify-center gap-1.5 rounded-xl text-center text-xs text-soft active:bg-raised'
  return (
    <section aria-labelledby="services" className="panel rounded-2xl px-2 pt-4 pb-2">
      <h2 id="services" className="px-2 pb-2 text-sm font-semibold text-text">
        {own.services}
      </h2>
      <ul className="grid grid-cols-4">
        {services.map(({ icon, path, name }) => (
          <li key={path}>
            <Link to={path} className={cell}>
              <Mark name={icon} />
              {text[name]}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={`${cell} w-full`} onClick={() => setNotices(true)}>
            <Mark name="horn" />
            {own.notices}
          </button>
        </li>
        <li>
          <Link to={paths.appDownload} className={cell}>
            <Mark name="phone" />
            {text.pages.downApp}
          </Link>
        </li>
      </ul>
      {notices && (
        <Optional>
          <NoticesDialog onClose={() => setNotices(false)} />
        </Optional>
      )}
    </section>
  )
}

const Mark = ({ name }: { name: AccountIconName }) => (
  <span className="grid size-10 place-items-center rounded-xl bg-gold/10 text-gold">
    <AccountIcon name={name} size={22} />
  </span>
)

function More() {
  const text = useShellText()
  const own = useMineText()
  return (
    <section aria-label={own.moreServices}>
      <ul className="panel divide-y divide-line overflow-hidden rounded-2xl">
        <li>
          <Link to={paths.vip} className={row}>
            <Line icon="crown" name={text.pages.vip} />
          </Link>
        </li>
        <li>
          <Link to={paths.fund} className={row}>
            <Line icon="fund" name={text.fund} />
          </Link>
        </li>
        <li>
          <Link to={paths.security} className={row}>
            <Line icon="shield" name={text.security} />
          </Link>
        </li>
        <li>
          <Link to={paths.referral} className={row}>
            <Line icon="invite" name={text.referral} />
          </Link>
        </li>
        <li>
          <Link to={paths.limits} className={row}>
            <Line icon="limits" name={text.limits} />
          </Link>
        </li>
        <li>
          <Link to={paths.inbox} className={row}>
            <Line icon="bell" name={text.inbox} />
          </Link>
        </li>
        {/* The tab below leads to support at once, and this row to the player's own questions. */}
        <li>
          <Link to={paths.support} className={row}>
            <Line icon="support" name={text.supportDesk} />
          </Link>
        </li>
        <li>
          <Link to={paths.help} className={row}>
            <Line icon="help" name={text.help} />
          </Link>
        </li>
        <li>
          <Link to={paths.agent} className={row}>
            <Line icon="agent" name={text.agent} />
          </Link>
        </li>
        <AddToHome />
      </ul>
    </section>
  )
}

const row = 'flex min-h-13 w-full items-center gap-3 px-4 text-left active:bg-raised'

function Line({ icon, name, note }: { icon: AccountIconName; name: string; note?: ReactNode }) {
  return (
    <>
      <span className="text-gold">
        <AccountIcon name={icon} size={22} />
      </span>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {note}
      <svg
        width="14"
        height="14"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.400"
        aria-hidden="true"
        className="shrink-0 text-mute"
      >
        <path d="M9 5l7 7-7 7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </>
  )
}

/** Only where this browser can do it, and not in the installed app. */
function AddToHome() {
  const own = useMineText()
  const way = useInstallWay()
  const [steps, setSteps] = useState(false)
  if (!way) return null
  return (
    <li>
      <button type="button" className={row} onClick={() => (way === 'prompt' ? void install() : setSteps(true))}>
        <Line icon="addHome" name={own.addToHome} note={<span className="text-xs text-mute">{own.addedSoon}</span>} />
      </button>
      {steps && way !== 'prompt' && (
        <Optional>
          <InstallSheet way={way} onClose={() => setSteps(false)} />
        </Optional>
      )}
    </li>
  )
}
