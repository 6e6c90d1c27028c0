import type { ReactNode } from 'react'
import { Boundary } from '../ui/boundary'
import { Button } from '../ui/button'
import { useShellText } from './use-shell-text'

/** Catches what no page caught: a sentence and a way on instead of a blank screen. */
export function CrashGuard({ children }: { children: ReactNode }) {
  return <Boundary fallback={<CrashPage />}>{children}</Boundary>
}

function CrashPage() {
  const text = useShellText()
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="text-xl font-semibold">{text.crashTitle}</h1>
      <p className="text-soft">{text.crashLine}</p>
      <Button onClick={() => window.location.reload()}>{text.reload}</Button>
    </main>
  )
}
