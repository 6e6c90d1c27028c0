import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useShellText } from './use-shell-text'

export function OfflineBanner() {
  const text = useShellText()
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  if (online) return null
  return (
    <p
      role="alert"
      className="fixed inset-x-0 bottom-0 z-40 bg-loss px-4 py-2 text-center text-sm text-ink h5:bottom-16"
    >
      {text.offline}
    </p>
  )
}
