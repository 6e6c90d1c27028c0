import { type ReactNode, Suspense } from 'react'
import { Boundary } from './boundary'

/**
 * Around optional parts of a page: a dialog, a bar, the messages. Its code loads on demand. If that fails, on
 * a bad network or after a release, the part is missing and the page goes on. `waiting` keeps its place until then.
 */
export function Optional({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) {
  return (
    <Boundary fallback={null}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}
