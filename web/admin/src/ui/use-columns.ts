import { useState } from 'react'

export type Shown = Record<string, { show?: boolean; fixed?: 'left' | 'right'; order?: number }>

/** useColumns is which columns of a list are shown; this browser remembers it. */
export function useColumns(name: string) {
  const key = `columns.${name}`
  const [shown, setShown] = useState<Shown>(() => readShown(localStorage.getItem(key)))
  const change = (next: Shown) => {
    setShown(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A browser without room shows the usual columns next time.
    }
  }
  return {
    shown,
    change,
    hidden: Object.keys(shown)
      .filter((column) => shown[column]?.show === false)
      .sort(),
    hide: (columns: readonly string[]) =>
      change(Object.fromEntries(columns.map((column) => [column, { show: false }]))),
  }
}

function readShown(text: string | null): Shown {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Shown) : {}
  } catch {
    return {}
  }
}
