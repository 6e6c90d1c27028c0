import type { ExternalToast } from 'sonner'
import { buzz } from './buzz'

/** A message is shown this long by default, and never shorter or longer than the two bounds (ERR-03). */
export const toastMs = 2000
export const toastBoundsMs = [1000, 3000] as const

/** Messages stand this far below the top of the window, one at a time (ERR-03). */
export const toastTopPx = 200
export const toastsAtOnce = 1

export type ToastKind = 'info' | 'success' | 'error' | 'warning'

interface Options {
  /** Milliseconds. */
  duration?: number
}

const listeners = new Set<() => void>()
let wanted = false

/** Whether there has been a message: only then does the page need the Toaster, which comes with the library. */
export const toasterWanted = () => wanted

export function onToasterWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

let answers = 0

/** How many sentences `toast` has said: a higher number than before means that an answer came meanwhile. */
export const answersSaid = () => answers

/** Says one sentence; what stood there before goes. */
export function toast(kind: ToastKind, message: string, { duration = toastMs }: Options = {}): void {
  if (message) answers++
  if (message && kind === 'success') buzz()
  const [least, most] = toastBoundsMs
  say(kind, message, { duration: Math.min(most, Math.max(least, duration)) })
}

/**
 * Says that something is under way (ERR-02), until the returned function is called or another message takes its
 * place.
 */
export function toastUntil(message: string): () => void {
  const id = `until-${++lastUntil}`
  let over = false
  say('loading', message, { id, duration: Number.POSITIVE_INFINITY }, () => over)
  return () => {
    over = true
    if (message) import('sonner').then((library) => library.toast.dismiss(id), unsaid)
  }
}
let lastUntil = 0

function say(kind: ToastKind | 'loading', message: string, options: ExternalToast, isOver = () => false): void {
  if (!message) return
  wanted = true
  for (const listener of listeners) listener()
  // The Toaster is in the page already and takes up messages sent before it loaded.
  import('sonner').then((library) => {
    if (isOver()) return
    library.toast.dismiss()
    library.toast[kind](message, options)
  }, unsaid)
}

/** Without the library no message shows; the page's own texts remain, and the console names the lost one. */
const unsaid = () => undefined
