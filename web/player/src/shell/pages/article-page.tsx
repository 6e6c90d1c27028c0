import { boot } from '@shared/boot'
import { useLogin } from '@shared/session'
import { useLocation } from 'react-router'
import ToolsPage from '../../features/content/tools-page'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { usePageText } from '../use-page-text'
import { useShellText } from '../use-shell-text'
import { useSupport } from '../use-support'

/** An article with the way to ask at its end: two features on one page. */
export default function ArticlePage() {
  const text = usePageText()
  const support = useSupport()
  const shell = useShellText()
  const { Ticket } = useLogin()
  const pathname = useLocation().pathname.toLowerCase()
  // The addresses are above: the site's own support would lead a visitor back here.
  if (boot.ownSupport && !Ticket && pathname === paths.toolsContact.toLowerCase()) return <ToolsPage />
  return (
    <ToolsPage
      help={
        <aside className="panel mt-10 flex flex-wrap items-center justify-between gap-4 px-6 py-5 h5:px-4">
          <div>
            <p className="font-semibold">{text.askTitle}</p>
            <p className="text-sm leading-6 text-soft">{text.askLine}</p>
          </div>
          {pathname === paths.toolsGambling.toLowerCase() && (
            <Link to={paths.limits} className="btn btn-gold h5:min-h-11">
              {shell.limits}
            </Link>
          )}
          <Button look="line" onClick={() => void support()}>
            {text.toSupport}
          </Button>
        </aside>
      }
    />
  )
}
