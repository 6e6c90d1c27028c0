import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Boundary } from './boundary'
import { Button } from './button'
import { reloadPage } from './reload-page'
import { Failed } from './states'
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
 * A part that its page can do without stands in `Optional`.
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
      <Boundary key={tries} fallback={small ? <SmallFailed onRetry={retry} /> : <Failed message="" onRetry={retry} />}>
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

function SmallFailed({ onRetry }: { onRetry: () => void }) {
  const text = useUiText()
  return (
    <span role="alert">
      <Button size="small" onClick={onRetry}>
        {text.failedRetry}
      </Button>
    </span>
  )
}
