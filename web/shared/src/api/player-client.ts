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

/** The player site's one client. */
export const api = createClient({
  base: apiBase,
  reqTokenSecret: boot.reqTokenSecret,
  ticket: () => loginInfo().Ticket,
  onExpired: () => {
    for (const listener of listeners) listener()
  },
  onMaintenance: (sentence) => {
    for (const listener of refused) listener(sentence)
  },
})
