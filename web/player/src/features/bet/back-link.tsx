import { Link } from '../../ui/link'
import { useBetText } from './use-bet-text'

export function BackLink({ to }: { to: string }) {
  const text = useBetText()
  return (
    <Link to={to} className="btn btn-line min-h-9 px-4 h5:min-h-11">
      {text.back}
    </Link>
  )
}
