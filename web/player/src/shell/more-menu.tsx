import { Link } from '../ui/link'
import type { MenuItem } from './menu'
import { Popdown } from './popdown'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

/**
 * Items without room in the menu: its tail below 1180 px, and more of it in a window zoomed to half its
 * width.
 */
export function MoreMenu({ half, rest }: { half: MenuItem[]; rest: MenuItem[] }) {
  const text = useShellText()
  return (
    <Popdown label={text.more} button={text.more} className="min-h-11 rounded-lg px-2 text-body hover:text-gold">
      {(close) => (
        <ul className="w-40 p-1.5">
          {half.map((item) => (
            <Entry key={item.key} item={item} onPicked={close} className="half:hidden" />
          ))}
          {rest.map((item) => (
            <Entry key={item.key} item={item} onPicked={close} />
          ))}
        </ul>
      )}
    </Popdown>
  )
}

function Entry({ item, onPicked, className = '' }: { item: MenuItem; onPicked: () => void; className?: string }) {
  const text = useShellText()
  const support = useSupport()
  const look = 'block w-full rounded-md px-4 py-2.5 text-left hover:bg-raised hover:text-gold'
  const ask = () => {
    onPicked()
    void support()
  }
  return (
    <li className={className}>
      {item.key === 'support' ? (
        <button type="button" className={look} onClick={ask}>
          {text.support}
        </button>
      ) : (
        <Link to={item.path} className={look} onClick={onPicked}>
          {text[item.key]}
        </Link>
      )}
    </li>
  )
}
