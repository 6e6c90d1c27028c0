import { type ReactNode, Suspense } from 'react'
import { Boundary } from './boundary'

interface Props {
  waiting?: ReactNode
  instead?: ReactNode
  children: ReactNode
}

/**
 * Around optional parts of a page: a dialog, a bar, the messages. Its code loads on demand. If that fails, on
 * a bad network or after a release, `instead` is shown, or nothing, and the page goes on. `waiting` keeps the
 * place until then. A part that its page needs is made with `needed`.
 */
export function Optional({ waiting, instead = null, children }: Props) {
  return (
    <Boundary fallback={instead}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}
