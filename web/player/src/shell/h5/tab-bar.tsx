import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths'
import { useShellText } from '../use-shell-text'
import { useSupport } from '../use-support'

const icon = {
  home: <path d="M4 11l8-7 8 7v9h-6v-6h-4v6H4v-9Z" />,
  promo: (
    <path d="M4 10h16v10H4V10Zm-1-4h18v4H3V6Zm9 0v14M12 6c-4 0-5-4-2.5-4S12 6 12 6Zm0 0c4 0 5-4 2.5-4S12 6 12 6Z" />
  ),
  support: <path d="M4 13a8 8 0 0 1 16 0M4 13v4h3v-5H4.2M20 13v4h-3v-5h2.8M18 17c0 3-3 3.5-6 3.5" />,
  mine: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c0-4 3.6-6 8-6s8 2 8 6" />,
  deposit: <path d="M12 5v14M5 12h14" />,
}

/** Five tabs, the deposit raised in the middle. */
export function TabBar() {
  const text = useShellText()
  const { pathname } = useLocation()
  const support = useSupport()
  const at = pathname.toLowerCase()
  const tab = (path: string, label: string, drawing: ReactNode) => (
    <Link
      to={path}
      aria-current={at === path.toLowerCase() ? 'page' : undefined}
      className={`flex flex-col items-center justify-center gap-0.5 text-xs ${
        at === path.toLowerCase() ? 'text-gold' : 'text-soft'
      }`}
    >
      <TabIcon>{drawing}</TabIcon>
      {label}
    </Link>
  )
  return (
    <nav
      aria-label={text.menu}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto grid h-16 max-w-lg grid-cols-5">
        {tab(paths.home, text.home, icon.home)}
        {tab(paths.activity, text.promo, icon.promo)}
        <Link to={paths.deposit} className="relative flex flex-col items-center justify-end pb-2.5 text-xs text-gold">
          <span className="absolute -top-4 grid size-13 place-items-center rounded-full border-4 border-panel bg-linear-to-b from-[#f3d28a] to-[#d9a441] text-on-gold">
            <TabIcon>{icon.deposit}</TabIcon>
          </span>
          {text.deposit}
        </Link>
        <button
          type="button"
          onClick={() => void support()}
          className="flex flex-col items-center justify-center gap-0.5 text-xs text-soft"
        >
          <TabIcon>{icon.support}</TabIcon>
          {text.support}
        </button>
        {tab(paths.mine, text.mine, icon.mine)}
      </div>
    </nav>
  )
}

function TabIcon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
