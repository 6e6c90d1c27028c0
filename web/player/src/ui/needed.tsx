import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Boundary } from './boundary'
import { Button } from './button'
import { reloadPage } from './reload-page'
import { useUiText } from './use-ui-text'

interface Look {
  /** Keeps the part's place until its code is here. */
  waiting: ReactNode
  /** The place has room for a button only, such as the white square of a QR code. */
  small?: boolean
}

/**
 * A part that its page is of little use without: a code to pay by, the games of the home page. Its code loads when the
 * part is first shown. If that fails, the part says so in its place and offers another try. A second failure with the
 * network there means that a release removed the file: the page is loaded anew, which no try in place can replace.
 * A part that its page can do without is put into `Optional`.
 */
export function needed<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting, small = false }: Look,
): FunctionComponent<Props> {
  // Shared by every place of the part, and replaced after a failure: a lazy component remembers it for good.
  let Code = lazy(load) as ComponentType<Props>
  return function Part(props: Props) {
    const [tries, setTries] = useState(0)
    const retry = () => {
      Code = lazy(() => load().catch(loadPageAnew)) as ComponentType<Props>
      setTries(tries + 1)
    }
    return (
      <Boundary key={tries} fallback={<Missing small={small} onRetry={retry} />}>
        <Suspense fallback={waiting}>
          <Code {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

function loadPageAnew(failure: unknown): never {
  if (navigator.onLine) reloadPage()
  throw failure
}

/** It has no drawing, because a page that never fails would load it too. */
function Missing({ small, onRetry }: { small: boolean; onRetry: () => void }) {
  const text = useUiText()
  return (
    <div role="alert" className="text-center">
      {!small && <p className="py-3 text-soft">{text.partFailed}</p>}
      <Button size="small" onClick={onRetry}>
        {small ? text.failedRetry : text.retry}
      </Button>
    </div>
  )
}
