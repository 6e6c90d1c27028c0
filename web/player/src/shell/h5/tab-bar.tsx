import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useShellText } from '../use-shell-text'
import { useSupport } from '../use-support'
import { LineIcon } from './line-icon'
import { useH5Text } from './use-h5-text'

/** Five tabs, the deposit raised in the middle. */
export function TabBar() {
  const text = useShellText()
  const own = useH5Text()
  const { pathname } = useLocation()
  const support = useSupport()
  const isAt = (path: string) => pathname.toLowerCase() === path.toLowerCase()
  const tab = (path: string, label: string, icon: ReactNode, lit = isAt(path)) => (
    <Link
      to={path}
      aria-current={lit ? 'page' : undefined}
      className={`flex flex-col items-center justify-center gap-0.5 text-xs ${lit ? 'font-semibold text-gold' : 'text-soft'}`}
    >
      {icon}
      {label}
    </Link>
  )
  const atActivity = pathname.toLowerCase().startsWith(paths.activity.toLowerCase())
  return (
    <nav
      aria-label={own.tabs}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <div className="mx-auto grid h-16 max-w-lg grid-cols-5 [@media(max-height:28rem)]:h-13">
        {tab(paths.home, text.home, <LineIcon name="home" />)}
        {tab(paths.activity, text.promo, <LineIcon name="gift" />, atActivity)}
        <Link
          to={paths.deposit}
          aria-current={isAt(paths.deposit) ? 'page' : undefined}
          className={`relative flex flex-col items-center justify-end pb-2 text-xs ${isAt(paths.deposit) ? 'font-semibold text-gold' : 'text-soft'}`}
        >
          <span className="absolute -top-4 grid size-13 place-items-center [@media(max-height:28rem)]:-top-5 [@media(max-height:28rem)]:size-11 rounded-full bg-linear-to-b from-gold-light to-gold-dark text-on-gold ring-4 ring-panel">
            <LineIcon name="deposit" />
          </span>
          {text.deposit}
        </Link>
        <button
          type="button"
          onClick={() => void support()}
          className="flex flex-col items-center justify-center gap-0.5 text-xs text-soft"
        >
          <LineIcon name="support" />
          {text.support}
        </button>
        {tab(paths.mine, text.mine, <LineIcon name="mine" />)}
      </div>
    </nav>
  )
}
