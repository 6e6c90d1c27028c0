import type { ReactNode } from 'react'
import { EmptyArt } from './art/empty-art'
import { Button } from './button'
import { useUiText } from './use-ui-text'

/** A grey block of the size the content will have, so that nothing moves when it comes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-lg bg-raised ${className}`} />
}

export function SkeletonRows({ rows = 5, height = 'h-11' }: { rows?: number; height?: string }) {
  const text = useUiText()
  return (
    <div role="status" aria-label={text.loading} className="space-y-2 p-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and have no id
        <Skeleton key={`sk-${row}`} className={height} />
      ))}
    </div>
  )
}

export function Empty({ title, action }: { title?: string | undefined; action?: ReactNode }) {
  const text = useUiText()
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center text-soft">
      <EmptyArt />
      <p>{title ?? text.empty}</p>
      {action}
    </div>
  )
}

export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const text = useUiText()
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-12 text-center text-soft">
      <EmptyArt broken />
      <p>{message || text.failed}</p>
      <Button look="line" onClick={onRetry}>
        {text.retry}
      </Button>
    </div>
  )
}

interface LoadProps<T> {
  query: { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }
  skeleton: ReactNode
  empty?: { when: (data: T) => boolean; show: ReactNode }
  children: (data: T) => ReactNode
}

/** The four states every list has: loading, failed with a retry, empty, and its data. */
export function Load<T>({ query, skeleton, empty, children }: LoadProps<T>) {
  if (query.data !== undefined) return empty?.when(query.data) ? empty.show : children(query.data)
  if (query.error) return <Failed message={query.error.message} onRetry={() => void query.refetch()} />
  return skeleton
}
