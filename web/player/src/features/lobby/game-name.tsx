import { Link } from '../../ui/link'
import { gamePath } from './lobby-queries'

/** A game's name, which leads to its page where it has one. */
export function GameName({ id, name, className = '' }: { id: number; name: string; className?: string }) {
  if (id === 0) return <span className={`block truncate ${className}`}>{name}</span>
  return (
    <Link
      to={gamePath(id)}
      className={`flex min-h-6 min-w-0 items-center hover:text-gold-soft h5:min-h-11 h5:min-w-11 ${className}`}
    >
      <span className="truncate">{name}</span>
    </Link>
  )
}
