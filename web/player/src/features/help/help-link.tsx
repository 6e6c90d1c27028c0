import { helpPath } from '../../ask-paths'
import { Link } from '../../ui/link'
import type { Topic } from './help-queries'
import { useHelpText } from './use-help-text'

/** The way from a form to the articles about it. */
export function HelpLink({ topic, className = '' }: { topic: Topic; className?: string }) {
  const text = useHelpText()
  return (
    <Link
      to={helpPath(topic)}
      className={`inline-flex min-h-8 items-center gap-1 text-sm text-gold hover:underline h5:min-h-11 ${className}`}
    >
      <span
        aria-hidden="true"
        className="grid size-4.5 place-items-center rounded-full border border-current text-xs leading-none"
      >
        ?
      </span>
      {text.link}
    </Link>
  )
}
