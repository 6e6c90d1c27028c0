import { useSyncExternalStore } from 'react'

/** Below this width a table does not fit: the layout of phones, which antd calls sm. */
const phone = '(max-width: 767px)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia?.(phone)
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

const isNarrow = () => window.matchMedia?.(phone).matches ?? false

/** useNarrow says whether the window is a phone's, and follows it when it is turned. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}
