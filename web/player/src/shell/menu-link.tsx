import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '../ui/link'
import type { MenuItem } from './menu'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

interface Props {
  item: MenuItem
  active: boolean
  /** No player is logged in, so the account takes little of the bar. */
  roomy: boolean
  open: boolean
  /** Pointer or focus came to rest here. */
  onRest: () => void
  /** A first tap, which has no hovering before it. */
  onTap: () => void
  /** The keyboard goes into the panel. */
  onEnter: () => void
  /** The link is followed. */
  onPicked: () => void
}

export function MenuLink({ item, active, roomy, open, onRest, onTap, onEnter, onPicked }: Props) {
  const text = useShellText()
  const navigate = useNavigate()
  const support = useSupport()
  const touched = useRef(false)
  const look = `relative flex min-h-11 items-center rounded-lg text-body whitespace-nowrap transition-colors ${roomy ? 'px-2 full:px-3' : 'px-1.5'} ${
    active
      ? 'font-semibold text-gold after:absolute after:inset-x-1.5 after:bottom-0.5 after:h-0.5 after:rounded-full after:bg-gold'
      : 'text-text hover:text-gold'
  }`
  if (item.key === 'support') {
    return (
      <button
        type="button"
        data-menu
        className={look}
        onPointerEnter={onRest}
        onFocus={onRest}
        onClick={() => void support()}
      >
        {text.support}
      </button>
    )
  }
  const onClick = (event: MouseEvent) => {
    // On a touch laptop there is no hovering: the first tap opens the panel, the second follows the link.
    if (touched.current && item.panel && !open) {
      event.preventDefault()
      onTap()
    } else onPicked()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && item.panel) {
      event.preventDefault()
      onEnter()
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
      onFocus={() => {
        if (!touched.current) onRest()
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {text[item.key]}
    </Link>
  )
}
