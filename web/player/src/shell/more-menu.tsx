import { useState } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from './menu'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

/** The menu's tail on windows too narrow for all of it. */
export default function MoreMenu({ items }: { items: MenuItem[] }) {
  const text = useShellText()
  const support = useSupport()
  const [open, setOpen] = useState(false)
  const entry = 'block w-full rounded-md px-4 py-2.5 text-left hover:bg-raised hover:text-gold'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches whether focus and pointer leave it
    <div
      className="relative"
      onPointerLeave={() => setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-11 px-2 hover:text-gold"
      >
        {text.more}
      </button>
      {open && (
        <ul className="absolute right-0 top-full z-30 w-40 animate-rise rounded-xl border border-line bg-panel p-1.5 shadow-2xl">
          {items.map((item) => (
            <li key={item.key}>
              {item.key === 'support' ? (
                <button type="button" className={entry} onClick={() => void support()}>
                  {text.support}
                </button>
              ) : (
                <Link to={item.path} className={entry} onClick={() => setOpen(false)}>
                  {text[item.key]}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
