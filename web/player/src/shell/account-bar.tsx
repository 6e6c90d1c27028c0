import { useLogin } from '@shared/session'
import { useLocation } from 'react-router'
import { loginPath, paths } from '../paths'
import { Link } from '../ui/link'
import { Optional } from '../ui/optional'
import { lazyPart } from './lazy-part'
import { useShellText } from './use-shell-text'

const PlayerBar = lazyPart(() => import('./player-bar'))

/** The right end of the menu: login and register, or the player with balance, deposit and logout (NAV-06). */
export function AccountBar() {
  const text = useShellText()
  const { Ticket, PlayerName } = useLogin()
  const location = useLocation()
  if (Ticket) {
    return (
      <Optional
        waiting={<span aria-hidden="true" className="h-10 w-80 shrink-0" />}
        instead={
          <Link to={paths.deposit} className="btn btn-gold px-4">
            {text.deposit}
          </Link>
        }
      >
        <PlayerBar name={PlayerName} />
      </Optional>
    )
  }
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
