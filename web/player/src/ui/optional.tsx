import { type ReactNode, Suspense } from 'react'
import { Boundary } from './boundary'

/**
 * Around what a page can be without: a dialog, a bar, the messages. Its code comes when it is wanted, and where that
 * fails, on a bad network or after a release, nothing stands there and the page goes on.
 */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}
