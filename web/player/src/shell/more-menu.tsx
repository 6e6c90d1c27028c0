import { Link } from '../ui/link'
import type { MenuItem } from './menu'
import { Popdown } from './popdown'
import { useShellText } from './use-shell-text'
import { useSupport } from './use-support'

/** Items without room in the menu, each with the class that hides it where the menu has room for it. */
export function MoreMenu({ items }: { items: { item: MenuItem; className: string }[] }) {
  const text = useShellText()
  return (
    <Popdown label={text.more} button={text.more} className="min-h-11 rounded-lg px-2 text-body hover:text-gold">
      {(close) => (
        <ul className="w-40 p-1.5">
          {items.map(({ item, className }) => (
            <Entry key={item.key} item={item} onPicked={close} className={className} />
          ))}
        </ul>
      )}
    </Popdown>
  )
}

function Entry({ item, onPicked, className }: { item: MenuItem; onPicked: () => void; className: string }) {
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
