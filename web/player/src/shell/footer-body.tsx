import { boot } from '@shared/boot'
import { serverNow } from '@shared/clock'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths'
import { LogoMark } from '../ui/art/logo'
import { Link } from '../ui/link'
import { Phrases } from '../ui/phrases'
import { siteForm } from '../ui/site-form'
import { accountEntryOf } from './account-links'
import { switchForm } from './choose-form'
import { useFooterText } from './use-footer-text'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

const formPages = [paths.mine, paths.login, paths.register, paths.forget].map((path) => path.toLowerCase())

/** Pages on which a player of the phone does something: of the footer they have the licence and 18+ alone. */
const isForForms = (pathname: string) => formPages.includes(pathname.toLowerCase()) || accountEntryOf(pathname) !== ''

/** The operator and its licence, its six pages about itself, and the way to help (NAV-07). */
export default function FooterBody() {
  const { pathname } = useLocation()
  const short = siteForm() === 'h5' && isForForms(pathname)
  const own = useFooterText()
  return (
    <footer className="mt-16 border-t border-line bg-deep text-sm text-soft h5:mt-8">
      {!short && (
        <div className="container-page grid gap-x-12 gap-y-8 py-10 half:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)] h5:grid-cols-1 h5:gap-y-6 h5:px-4 h5:py-6">
          <div className="space-y-3">
            <p className="flex items-center gap-2.5">
              <LogoMark size={32} />
              <span className="text-lg font-bold tracking-wider text-gold">{boot.siteName}</span>
            </p>
            <p className="max-w-sm">{boot.footer || own.footerLine}</p>
          </div>
          <About />
          <Help />
        </div>
      )}
      <div className="border-t border-line/60">
        <div className="container-page flex items-start gap-4 py-6 h5:px-4">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full border-2 border-loss text-sm font-bold text-loss"
          >
            18+
          </span>
          <div className="space-y-1 text-xs leading-5">
            <Licence />
            <p>
              <Phrases>{own.adultsOnly}</Phrases>
            </p>
            <p className="text-mute">
              {own.copyright(new Date(serverNow()).getUTCFullYear(), boot.house.operator || boot.siteName)}
            </p>
          </div>
        </div>
      </div>
    </footer>
  )
}

/** The sentence of the licence with the regulator's seal; both lead to where the regulator confirms it. */
function Licence() {
  const own = useFooterText()
  const { link, seal, regulator } = boot.house
  const shown = (
    <>
      {seal && (
        <img src={seal} alt={regulator || own.licenceSeal} loading="lazy" className="mb-2 h-12 w-auto max-w-40" />
      )}
      {boot.licence || own.licenceMissing}
    </>
  )
  if (!link) return <div>{shown}</div>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="block hover:text-gold">
      {shown}
    </a>
  )
}

const entry = 'inline-flex min-h-8 items-center hover:text-gold h5:min-h-11'

function About() {
  const text = useShellText()
  const own = useFooterText()
  const links = [
    [paths.toolsAccount, text.aboutAccount],
    [paths.toolsGambling, text.aboutGambling],
    [paths.toolsPrivacy, text.aboutPrivacy],
    [paths.toolsRules, text.aboutRules],
    [paths.toolsContact, text.aboutContact],
    [paths.agent, text.agent],
  ] as const
  return (
    <nav aria-label={own.footer}>
      <Heading>{own.footerAbout}</Heading>
      <ul className="grid grid-cols-2 gap-x-6 h5:grid-cols-3 h5:gap-x-2">
        {links.map(([path, name]) => (
          <li key={path}>
            <Link to={path} className={entry}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Help() {
  const text = useShellText()
  const own = useFooterText()
  const support = useSupport()
  return (
    <div className="h5:hidden">
      <Heading>{own.footerHelp}</Heading>
      <ul>
        <li>
          <button type="button" className={entry} onClick={() => void support()}>
            {own.toSupport}
          </button>
        </li>
        <li>
          <Link to={paths.help} className={entry}>
            {text.help}
          </Link>
        </li>
        <li>
          <button type="button" className={entry} onClick={() => switchForm('h5')}>
            {text.h5Site}
          </button>
        </li>
        {boot.house.helpline && <li className="flex min-h-8 items-center">{own.helpline(boot.house.helpline)}</li>}
      </ul>
    </div>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h2 className="pb-2 font-semibold text-text h5:hidden">{children}</h2>
)
