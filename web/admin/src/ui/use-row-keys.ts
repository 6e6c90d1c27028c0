import { useEffect, useState } from 'react'

/**
 * useRowKeys walks a table with j and k and opens the marked row with Enter, as long as nobody is typing and
 * no dialog or drawer lies on top. The mark is the row's key, so a refresh that moves rows does not lose it.
 */
export function useRowKeys<T>(rows: readonly T[], keyOf: (row: T) => string, onOpen?: (row: T) => void) {
  const [active, setActive] = useState<string>()

  useEffect(() => {
    if (!onOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || busyElsewhere(event.target)) return
      const at = rows.findIndex((row) => keyOf(row) === active)
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)))]
        if (next) setActive(keyOf(next))
      } else if (event.key === 'Enter' && event.target === document.body) {
        const row = rows[at]
        if (row) onOpen(row)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [rows, keyOf, onOpen, active])

  return { active, setActive }
}

function busyElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('.ant-modal-wrap, .ant-drawer-open')) return true
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
