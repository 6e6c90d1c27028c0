import { useSyncExternalStore } from 'react'
import { inWeChat, onIos, standalone } from '../ui/in-app'

/** The event of browsers that can install the site. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

/** How this browser puts the site on the home screen; '' where it cannot, or where it is there already. */
export type InstallWay = '' | 'prompt' | 'ios' | 'wechat'

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Before the first paint: the browser makes its offer once, and early. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own bar, whose time the site cannot choose.
    event.preventDefault()
    offered = event as InstallPrompt
    tell()
  })
  window.addEventListener('appinstalled', () => {
    offered = null
    tell()
  })
}

export function installWay(): InstallWay {
  if (standalone()) return ''
  if (inWeChat()) return 'wechat'
  if (offered) return 'prompt'
  return onIos() ? 'ios' : ''
}

export const useInstallWay = (): InstallWay =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, installWay)

/** Asks in the browser's own words. It takes one answer to one offer. */
export async function install(): Promise<void> {
  const prompt = offered
  offered = null
  tell()
  await prompt?.prompt()
}

const hintKey = 'installHint'
const weekMs = 7 * 24 * 3600_000
const firstMinuteMs = 60_000

/** Whether the hint may be shown: never in the first minute of a visit, and once a week at the most. */
export function mayHint(openedMs: number, nowMs: number): boolean {
  const last = Number(localStorage.getItem(hintKey) ?? 0)
  return openedMs >= firstMinuteMs && nowMs - last >= weekMs
}

export const hinted = (nowMs: number): void => localStorage.setItem(hintKey, String(nowMs))
