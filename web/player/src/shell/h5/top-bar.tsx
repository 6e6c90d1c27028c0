import { boot } from '@shared/boot'
import { useLogin } from '@shared/session'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { loginPath, paths } from '../../paths'
import { LogoMark } from '../../ui/art/logo'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { lazyPart } from '../lazy-part'
import { SiteSearch } from '../site-search'
import { useShellText } from '../use-shell-text'
import { LineIcon } from './line-icon'
import { useBack } from './use-back'
import { useH5Text } from './use-h5-text'

const NoticesDialog = lazyPart(() => import('../../features/content/notices-dialog'))
const TopBalance = lazyPart(() => import('./top-balance'))

/** On the tabs' own pages the site's name, on every other page its title and a way back. */
export function TopBar({ title }: { title?: string | undefined }) {
  const text = useShellText()
  const { pathname, search } = useLocation()
  const { Ticket } = useLogin()
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-ink/95 pt-[env(safe-area-inset-top)] pr-[max(0.75rem,env(safe-area-inset-right))] pl-[max(0.75rem,env(safe-area-inset-left))] backdrop-blur">
      <div className="flex h-12 items-center gap-2">
        {title ? <Title title={title} /> : <House />}
        {boot.demo && (
          <span
            // Where it would cut the site's name; the ticker and the end of the page say it too.
            className={`shrink-0 rounded border border-gold/60 px-1.5 text-xs leading-5 text-gold-soft ${Ticket && !title ? 'max-[359px]:hidden' : ''}`}
          >
            {text.playMoney}
          </span>
        )}
        {!title && <SiteSearch className="-mx-1 size-11" />}
        {!title && !Ticket && <Bell narrow={Ticket !== ''} />}
        {Ticket ? <Balance bell={!title} /> : !title && <Visitor to={loginPath(pathname + search)} />}
      </div>
    </header>
  )
}

function Title({ title }: { title: string }) {
  const text = useShellText()
  const back = useBack()
  return (
    <>
      <button
        type="button"
        aria-label={text.back}
        onClick={back}
        className="-ml-2 grid size-11 shrink-0 place-items-center text-text"
      >
        <svg
          width="22"
          height="22"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M15 5l-7 7 7 7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
      <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h1>
    </>
  )
}

const House = () => (
  <div className="min-w-0 flex-1">
    <Link to={paths.home} className="inline-flex h-11 max-w-full items-center gap-2">
      <LogoMark size={28} />
      <span className="truncate text-lg font-bold tracking-wider text-gold">{boot.siteName}</span>
    </Link>
  </div>
)

/** Narrow screens have no room for it beside login and register; the ticker below opens the same announcements. */
function Bell({ narrow }: { narrow: boolean }) {
  const own = useH5Text()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={own.notices}
        onClick={() => setOpen(true)}
        className={`-mx-1 grid size-11 shrink-0 place-items-center text-soft ${narrow ? '' : 'max-[389px]:hidden'}`}
      >
        <LineIcon name="bell" size={22} />
      </button>
      {open && (
        <Optional>
          <NoticesDialog onClose={() => setOpen(false)} />
        </Optional>
      )}
    </>
  )
}

/** Its place is kept while its code is on the way. */
const Balance = ({ bell }: { bell: boolean }) => (
  <Optional waiting={<span aria-hidden="true" className={`h-11 shrink-0 ${bell ? 'w-31' : 'w-20'}`} />}>
    <TopBalance bell={bell} />
  </Optional>
)

function Visitor({ to }: { to: string }) {
  const text = useShellText()
  const link = 'flex h-11 min-w-11 shrink-0 items-center justify-center'
  return (
    <>
      <Link to={to} className={`${link} text-soft`}>
        {text.login}
      </Link>
      <Link to={paths.register} className={`${link} font-semibold text-gold`}>
        {text.register}
      </Link>
    </>
  )
}
