import { Spinner } from '../ui/spinner'
import { useShellText } from './use-shell-text'

/** While a page's code is on its way. As high as a page, so that the footer does not jump. */
export function PageLoading() {
  const text = useShellText()
  return (
    <div role="status" aria-label={text.loading} className="grid min-h-[70dvh] place-items-center text-gold">
      <Spinner size={32} />
    </div>
  )
}
