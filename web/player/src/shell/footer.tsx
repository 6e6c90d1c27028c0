import { boot } from '@shared/boot'
import { Link } from 'react-router'
import { paths } from '../paths'
import { useShellText } from './use-shell-text'

export function Footer() {
  const text = useShellText()
  const links = [
    [paths.toolsAccount, text.aboutAccount],
    [paths.toolsGambling, text.aboutGambling],
    [paths.toolsPrivacy, text.aboutPrivacy],
    [paths.toolsRules, text.aboutRules],
    [paths.toolsContact, text.aboutContact],
    [paths.agent, text.agent],
  ] as const
  return (
    <footer className="mt-16 border-t border-line bg-deep h5:mt-8">
      <div className="container-page space-y-5 py-8 text-sm text-soft h5:px-4">
        <nav aria-label={text.footer}>
          <ul className="flex flex-wrap gap-x-8 gap-y-1 h5:grid h5:grid-cols-3 h5:gap-x-2">
            {links.map(([path, name]) => (
              <li key={path}>
                <Link to={path} className="inline-flex min-h-8 items-center hover:text-gold h5:min-h-11">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-start gap-4 border-t border-line/60 pt-5">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full border-2 border-loss text-sm font-bold text-loss"
          >
            18+
          </span>
          <div className="space-y-1 text-xs leading-5">
            <p>{boot.licence || text.licenceMissing}</p>
            <p>{text.adultsOnly}</p>
            {boot.demo && <p className="text-gold-soft">{text.playMoneyLong}</p>}
          </div>
        </div>
      </div>
    </footer>
  )
}
