import { boot } from '@shared/boot'
import { useSyncExternalStore } from 'react'
import { useShellText } from './use-shell-text'

/**
 * A browser's claim to be offline at the start is often wrong, unless the page itself came from the cache. An
 * offline event under an open page is right.
 */
let online = !boot.cached || navigator.onLine
const changes: Record<string, boolean> = { online: true, offline: false }

function subscribe(listener: () => void): () => void {
  const onChange = (event: Event) => {
    online = changes[event.type] ?? true
    listener()
  }
  for (const name of Object.keys(changes)) window.addEventListener(name, onChange)
  return () => {
    for (const name of Object.keys(changes)) window.removeEventListener(name, onChange)
  }
}

export function OfflineBanner() {
  const text = useShellText()
  if (useSyncExternalStore(subscribe, () => online)) return null
  return (
    <p
      role="alert"
      className="fixed inset-x-0 bottom-0 z-40 bg-loss px-4 py-2 text-center text-sm text-ink h5:bottom-24"
    >
      {text.offline}
    </p>
  )
}
