import { boot } from '@shared/boot'
import { language } from '@shared/language'
import { useLogin } from '@shared/session'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths'
import { LogoMark } from '../ui/art/logo'
import { Link } from '../ui/link'
import { Optional } from '../ui/optional'
import { AccountBar } from './account-bar'
import { lazyPart } from './lazy-part'
import { activeIndex, menu } from './menu'
import { MenuLink } from './menu-link'
import { MoreMenu } from './more-menu'
import { SiteSearch } from './site-search'
import { useHoverPanel } from './use-hover-panel'
import { useShellText } from './use-shell-text'

const loadPanel = () => import('./menu-panel')
const MenuPanel = lazyPart(loadPanel)

/** The first of the 13 items that moves into "more" in a window below each width; `always` in every window. */
const folds = language() === 'en' ? { half: 2, wide: 2, always: 6 } : { half: 3, wide: 8, always: 13 }

/** Where an item of the menu is in the bar, and where in "more". */
function placeOf(index: number): { bar: string; more: string } {
  if (index < folds.half) return { bar: '', more: 'hidden' }
  if (index < folds.wide) return { bar: 'hidden half:block', more: 'half:hidden' }
  return index < folds.always ? { bar: 'hidden wide:block', more: 'wide:hidden' } : { bar: 'hidden', more: '' }
}

export function TopMenu() {
  const text = useShellText()
  const { pathname } = useLocation()
  const { Ticket } = useLogin()
  const panel = useHoverPanel()
  const bar = useRef<HTMLElement>(null)
  // While the focus comes back from a closed panel, the item that gets it does not open it again.
  const returning = useRef(false)
  const active = panel.open >= 0 ? panel.open : activeIndex(pathname)
  const shown = menu[panel.open]?.panel

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || panel.open < 0) return
    const index = panel.open
    panel.hide()
    returning.current = true
    bar.current?.querySelectorAll<HTMLElement>('[data-menu]')[index]?.focus()
    returning.current = false
  }
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next && !next.closest('[data-menu],[data-panel]')) panel.hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches whether pointer and focus leave it
    <header
      ref={bar}
      className="relative border-b border-line bg-ink/95 backdrop-blur"
      // Its code is here before the delay is over.
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
      onPointerLeave={panel.hide}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="container-page flex h-17 items-center gap-3">
        <Home />
        <nav aria-label={text.menu} className="flex-1">
          <ul className="flex items-center">
            {menu.map((item, index) => (
              <li key={item.key} className={placeOf(index).bar}>
                <MenuLink
                  item={item}
                  roomy={!Ticket}
                  active={index === active}
                  open={index === panel.open}
                  onRest={() => returning.current || panel.rest(item.panel ? index : -1)}
                  onTap={() => panel.show(index)}
                  onEnter={() => panel.enter(index)}
                  onPicked={panel.hide}
                />
              </li>
            ))}
            <li className={folds.always < menu.length ? '' : 'wide:hidden'}>
              <MoreMenu items={menu.map((item, index) => ({ item, className: placeOf(index).more }))} />
            </li>
          </ul>
        </nav>
        <SiteSearch className="size-10 hover:text-gold" />
        <AccountBar />
      </div>
      <Optional>
        {shown && (
          <MenuPanel
            key={shown}
            category={shown}
            entered={panel.entered}
            onPointerEnter={panel.stay}
            onPicked={panel.hide}
          />
        )}
      </Optional>
    </header>
  )
}

/** The site's mark and name; the demo says here, too, that its money is not real. */
function Home() {
  const text = useShellText()
  return (
    <Link to={paths.home} className="flex shrink-0 items-center gap-2.5 rounded-lg pr-1">
      <LogoMark />
      <span className="grid justify-items-start">
        <span className="text-xl leading-6 font-bold tracking-wider text-gold">{boot.siteName}</span>
        {boot.demo && <span className="text-[0.6875rem] leading-4 text-gold-soft">{text.playMoney}</span>}
      </span>
    </Link>
  )
}
