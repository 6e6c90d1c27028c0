import { boot } from '../boot'
import { loginInfo } from '../session'
import { createClient } from './client'

const listeners = new Set<() => void>()
const refused = new Set<(sentence: string) => void>()

/** Called once for each login that ends on the server while the page still holds it (ACC-14). */
export function onSessionExpired(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Called with the sentence for each call that the site's maintenance refused (MNT-01). */
export function onMaintenance(listener: (sentence: string) => void): () => void {
  refused.add(listener)
  return () => {
    refused.delete(listener)
  }
}

export const apiBase = '/common'

/** A read this long after the last key, click or turn of the wheel was asked by a timer and not by a person. */
const personMs = 3000
let touchedAt = Date.now()
for (const event of ['keydown', 'pointerdown', 'wheel']) {
  window.addEventListener(event, () => (touchedAt = Date.now()), { capture: true, passive: true })
}

/** The player site's one client. */
export const api = createClient({
  base: apiBase,
  reqTokenSecret: boot.reqTokenSecret,
  ticket: () => loginInfo().Ticket,
  byTimer: () => Date.now() - touchedAt > personMs,
  onExpired: () => {
    for (const listener of listeners) listener()
  },
  onMaintenance: (sentence) => {
    for (const listener of refused) listener(sentence)
  },
})
