import { boot } from '@shared/boot'
import { type KeyboardEvent, lazy, type MouseEvent, type PointerEvent, Suspense, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../paths'
import { LogoMark } from '../ui/art/logo'
import { AccountBar } from './account-bar'
import { activeIndex, type MenuItem, menu } from './menu'
import { useHoverPanel } from './use-hover-panel'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

const loadPanel = () => import('./menu-panel')
const MenuPanel = lazy(loadPanel)
const MoreMenu = lazy(() => import('./more-menu'))

/** Below 1180 px what stands from here on moves into "more". */
const firstFolded = 8

export function TopMenu() {
  const text = useShellText()
  const { pathname } = useLocation()
  const panel = useHoverPanel()
  const bar = useRef<HTMLElement>(null)
  const active = panel.open >= 0 ? panel.open : activeIndex(pathname)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || panel.open < 0) return
    const index = panel.open
    panel.hide()
    bar.current?.querySelectorAll<HTMLElement>('[data-menu]')[index]?.focus()
  }
  const onBlur = (event: React.FocusEvent) => {
    if (!bar.current?.contains(event.relatedTarget)) panel.hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches whether pointer and focus leave it
    <header
      ref={bar}
      className="relative border-b border-line bg-ink/95 backdrop-blur"
      // Its code is here before the delay is over.
      onPointerEnter={() => void loadPanel()}
      onPointerLeave={panel.hide}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="container-page flex h-17 items-center gap-3">
        <Link to={paths.home} className="flex shrink-0 items-center gap-2.5 rounded-lg pr-2">
          <LogoMark />
          <span className="text-xl font-bold tracking-wider text-gold">{boot.siteName}</span>
          {boot.demo && (
            <span className="rounded border border-gold/60 px-1.5 text-xs leading-5 text-gold-soft">
              {text.playMoney}
            </span>
          )}
        </Link>
        <nav aria-label={text.menu} className="flex-1">
          <ul className="flex items-center">
            {menu.map((item, index) => (
              <li key={item.key} className={index >= firstFolded ? 'hidden wide:block' : ''}>
                <MenuLink
                  item={item}
                  active={index === active}
                  open={index === panel.open}
                  onRest={() => panel.rest(item.panel ? index : -1)}
                  onOpen={() => panel.show(item.panel ? index : -1)}
                />
              </li>
            ))}
            <li className="wide:hidden">
              <Suspense>
                <MoreMenu items={menu.slice(firstFolded)} />
              </Suspense>
            </li>
          </ul>
        </nav>
        <AccountBar />
      </div>
      <Suspense>
        {menu.map(
          (item, index) =>
            item.panel && index === panel.open && <MenuPanel key={item.key} item={item} onPicked={panel.hide} />,
        )}
      </Suspense>
    </header>
  )
}

interface LinkProps {
  item: MenuItem
  active: boolean
  open: boolean
  onRest: () => void
  onOpen: () => void
}

function MenuLink({ item, active, open, onRest, onOpen }: LinkProps) {
  const text = useShellText()
  const navigate = useNavigate()
  const support = useSupport()
  const touched = useRef(false)
  const look = `flex min-h-11 items-center rounded-lg px-2 text-[0.9375rem] whitespace-nowrap transition-colors wide:px-2.5 ${
    active ? 'font-semibold text-gold' : 'text-text hover:text-gold'
  }`
  if (item.key === 'support') {
    return (
      <button type="button" data-menu className={look} onPointerEnter={onRest} onClick={() => void support()}>
        {text.support}
      </button>
    )
  }
  const onClick = (event: MouseEvent) => {
    // On a touch laptop there is no hovering: the first tap opens the panel, the second follows the link.
    if (touched.current && item.panel && !open) {
      event.preventDefault()
      onOpen()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && item.panel) {
      event.preventDefault()
      onOpen()
    }
    if (event.key === ' ') {
      event.preventDefault()
      void navigate(item.path)
    }
  }
  return (
    <Link
      to={item.path}
      data-menu
      aria-current={active ? 'page' : undefined}
      aria-expanded={item.panel ? open : undefined}
      className={look}
      onPointerDown={(event: PointerEvent) => {
        touched.current = event.pointerType === 'touch'
      }}
      onPointerEnter={(event: PointerEvent) => {
        if (event.pointerType !== 'touch') onRest()
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {text[item.key]}
    </Link>
  )
}
