import { balanceQuery } from '@shared/api/queries'
import { boot } from '@shared/boot'
import { formatFen } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { loginPath, paths } from '../../paths'
import { LogoMark } from '../../ui/art/logo'
import { useShellText } from '../use-shell-text'

/** On the tabs' own pages the house's name, on every other page its title and a way back. */
export function TopBar({ title }: { title?: string | undefined }) {
  const text = useShellText()
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const { Ticket } = useLogin()
  // The first page of a visit has nothing behind it: back leads home.
  const back = () => (key === 'default' ? navigate(paths.home) : navigate(-1))
  return (
    <header className="fixed inset-x-0 top-0 z-30 flex h-12 items-center justify-between gap-2 border-b border-line bg-ink/95 px-3 backdrop-blur">
      {title ? (
        <>
          <button
            type="button"
            aria-label={text.back}
            onClick={() => void back()}
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
          <h1 className="truncate text-base font-semibold">{title}</h1>
        </>
      ) : (
        <Link to={paths.home} className="flex min-h-11 items-center gap-2">
          <LogoMark size={28} />
          <span className="text-lg font-bold tracking-wider text-gold">{boot.siteName}</span>
        </Link>
      )}
      <div className="flex shrink-0 items-center gap-2">
        {boot.demo && (
          <span className="rounded border border-gold/60 px-1.5 text-xs leading-5 text-gold-soft">
            {text.playMoney}
          </span>
        )}
        {Ticket ? <Balance /> : !title && <Visitor to={loginPath(pathname + search)} />}
      </div>
    </header>
  )
}

function Balance() {
  const text = useShellText()
  const { data } = useQuery(balanceQuery)
  return (
    <Link
      to={paths.mine}
      aria-label={text.balance}
      className="tabular flex min-h-11 items-center font-semibold text-gold-soft"
    >
      ¥{data ? formatFen(data.centreFen) : '--'}
    </Link>
  )
}

function Visitor({ to }: { to: string }) {
  const text = useShellText()
  return (
    <>
      <Link to={to} className="flex min-h-11 items-center px-2 text-soft">
        {text.login}
      </Link>
      <Link to={paths.register} className="flex min-h-11 items-center px-1 font-semibold text-gold">
        {text.register}
      </Link>
    </>
  )
}
