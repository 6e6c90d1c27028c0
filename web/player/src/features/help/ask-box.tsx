import { boot } from '@shared/boot'
import { useLogin } from '@shared/session'
import { askPath } from '../../ask-paths'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useHelpText } from './use-help-text'

/** Where to ask when no article helps. A visitor may be locked out: the contact page needs no login. */
export function AskBox({ kind = '' }: { kind?: string }) {
  const text = useHelpText()
  const { Ticket } = useLogin()
  return (
    <aside className="panel mt-8 flex flex-wrap items-center justify-between gap-4 px-6 py-5 h5:px-4">
      <div>
        <p className="font-semibold">{text.askTitle}</p>
        <p className="text-sm leading-6 text-soft">{Ticket ? text.askLine : text.visitorLine}</p>
        {boot.house.email && <p className="text-sm leading-6 text-soft">{text.mail(boot.house.email)}</p>}
      </div>
      <Link to={Ticket ? askPath(kind) : paths.toolsContact} className="btn btn-gold h5:min-h-11">
        {Ticket ? text.ask : text.contact}
      </Link>
    </aside>
  )
}
