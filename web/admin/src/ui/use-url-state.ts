import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { QueryValue } from '../api/client'
import { dayEnd, dayStart } from './time'

export const pageSizes = [20, 50, 100]
const usualSize = 50

export interface UrlState {
  page: number
  size: number
  /** Every filter as it stands in the address; days as YYYY-MM-DD. */
  filters: Record<string, string>
  /** The row whose details are open. */
  open: string | undefined
  setFilters: (filters: Record<string, string>) => void
  setPage: (page: number, size: number) => void
  setOpen: (id: string | undefined) => void
}

/**
 * useUrlState keeps page, filters and the opened row of a table in the address, so that a link, a reload and
 * the Back button bring the same view. A senseless page or size in a link falls back to the usual one.
 */
export function useUrlState(): UrlState {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readUrl(params), [params])

  const setFilters = useCallback(
    (filters: Record<string, string>) => {
      setParams((before) => {
        const next = new URLSearchParams()
        // A list may stand in a tab, and its pages be as long as they were.
        for (const kept of ['tab', 'size']) {
          const value = before.get(kept)
          if (value) next.set(kept, value)
        }
        for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
        return next
      })
    },
    [setParams],
  )
  const setPage = useCallback(
    (page: number, size: number) => {
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.delete('open')
        next.set('page', String(page))
        next.set('size', String(size))
        return next
      })
    },
    [setParams],
  )
  const setOpen = useCallback(
    (id: string | undefined) => {
      setParams((before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('open', id)
        else next.delete('open')
        return next
      })
    },
    [setParams],
  )
  return { ...state, setFilters, setPage, setOpen }
}

const notFilters = new Set(['page', 'size', 'open', 'tab'])

export function readUrl(params: URLSearchParams): Pick<UrlState, 'page' | 'size' | 'filters' | 'open'> {
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  const filters: Record<string, string> = {}
  for (const [name, value] of params) if (!notFilters.has(name) && value) filters[name] = value
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size: pageSizes.includes(size) ? size : usualSize,
    filters,
    open: params.get('open') ?? undefined,
  }
}

/** queryOf turns filters of the address into those of the API: the days become instants, `to` past its last day. */
export function queryOf(filters: Record<string, string>): Record<string, QueryValue> {
  const { from, to, view: _view, ...rest } = filters
  const query: Record<string, QueryValue> = rest
  if (from) query.from = dayStart(from)
  if (to) query.to = dayEnd(to)
  return query
}
