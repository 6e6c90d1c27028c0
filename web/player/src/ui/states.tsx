import type { ReactNode } from 'react'
import { type State, StateArt } from './art/state-art'
import { Button } from './button'
import { useUiText } from './use-ui-text'

/** A grey block of the size the content will have, so that nothing moves when it comes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-lg bg-raised ${className}`} />
}

export function SkeletonRows({ rows = 5, height = 'h-11' }: { rows?: number; height?: string }) {
  const text = useUiText()
  return (
    <div role="status" aria-label={text.loading} className="space-y-2 p-4 not-h5:px-5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and have no id
        <Skeleton key={`sk-${row}`} className={height} />
      ))}
    </div>
  )
}

interface EmptyProps {
  /** Which drawing says why there is nothing. */
  kind?: State
  title?: string | undefined
  /** The condition for content here. */
  line?: string | undefined
  action?: ReactNode
}

/** Nothing is here, why, and what to do next. */
export function Empty({ kind = 'data', title, line, action }: EmptyProps) {
  const text = useUiText()
  return (
    <Reason kind={kind} title={title ?? text.empty} line={line}>
      {action}
    </Reason>
  )
}

interface FailedProps {
  kind?: State
  /** The server's own sentence, shown as it is. */
  message: string
  onRetry: () => void
}

/** It did not come; it can be asked for again. */
export function Failed({ kind = 'error', message, onRetry }: FailedProps) {
  const text = useUiText()
  return (
    <div role="alert">
      <Reason kind={kind} title={message || text.failed}>
        <Button look="line" onClick={onRetry}>
          {text.retry}
        </Button>
      </Reason>
    </div>
  )
}

function Reason({
  kind,
  title,
  line,
  children,
}: {
  kind: State
  title: string
  line?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center h5:py-10">
      <StateArt state={kind} size={144} />
      <div className="space-y-1">
        <p className="text-soft h5:text-balance">{title}</p>
        {line && <p className="text-sm text-mute">{line}</p>}
      </div>
      {children}
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
