import type { ExternalToast } from 'sonner'

/**
 * One message at a time, 200 px from the top, for 1 to 3 seconds (ERR-03). The library comes with the first message:
 * the Toaster stands in the page already and takes up what was said before it arrived.
 */
export type ToastKind = 'info' | 'success' | 'error' | 'warning'

const listeners = new Set<() => void>()
let wanted = false

export const toasterWanted = () => wanted

export function onToasterWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function toast(kind: ToastKind, message: string, options: ExternalToast = {}): void {
  if (!message) return
  wanted = true
  for (const listener of listeners) listener()
  void import('sonner').then(({ toast: say }) => {
    say.dismiss()
    say[kind](message, { duration: 2000, ...options })
  })
}
