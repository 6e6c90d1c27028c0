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
  /** The order that was chosen, as the API takes it: a name, with - before it from the largest down. */
  sort?: string
  /** Where a list that is read by cursor stands: behind a row, or before one. */
  after?: string
  upto?: string
  /** The saved view that is shown. */
  saved?: string
  setSort: (sort: string | undefined) => void
  setCursor: (cursor: { after?: string; upto?: string; size?: number }) => void
  /** Shows what a saved view holds; without an id, the list as it usually is. */
  show: (filters: Record<string, string>, sort: string, saved: string | undefined) => void
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
        for (const kept of ['tab', 'size', 'sort', 'saved']) {
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
        for (const gone of ['open', 'after', 'upto']) next.delete(gone)
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
  const setSort = useCallback(
    (sort: string | undefined) => {
      setParams((before) => {
        const next = new URLSearchParams(before)
        for (const gone of ['page', ...cursors, 'sort']) next.delete(gone)
        if (sort) next.set('sort', sort)
        return next
      })
    },
    [setParams],
  )
  const setCursor = useCallback(
    ({ after, upto, size }: { after?: string; upto?: string; size?: number }) => {
      setParams((before) => {
        const next = new URLSearchParams(before)
        for (const gone of ['open', 'page', ...cursors]) next.delete(gone)
        if (after) next.set('after', after)
        if (upto) next.set('upto', upto)
        if (size) next.set('size', String(size))
        return next
      })
    },
    [setParams],
  )
  const show = useCallback(
    (filters: Record<string, string>, sort: string, saved: string | undefined) => {
      setParams((before) => {
        const next = new URLSearchParams()
        for (const kept of ['tab', 'size']) {
          const value = before.get(kept)
          if (value) next.set(kept, value)
        }
        for (const [name, value] of Object.entries({ ...filters, sort, saved: saved ?? 'none' }))
          if (value) next.set(name, value)
        return next
      })
    },
    [setParams],
  )
  return { ...state, setFilters, setPage, setOpen, setSort, setCursor, show }
}

const cursors = ['after', 'upto']
const notFilters = new Set(['page', 'size', 'open', 'tab', 'sort', 'saved', ...cursors])

type Read = Pick<UrlState, 'page' | 'size' | 'filters' | 'open' | 'sort' | 'after' | 'upto' | 'saved'>

export function readUrl(params: URLSearchParams): Read {
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  const filters: Record<string, string> = {}
  for (const [name, value] of params) if (!notFilters.has(name) && value) filters[name] = value
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    size: pageSizes.includes(size) ? size : usualSize,
    filters,
    open: params.get('open') ?? undefined,
    sort: params.get('sort') ?? undefined,
    after: params.get('after') ?? undefined,
    upto: params.get('upto') ?? undefined,
    saved: params.get('saved') ?? undefined,
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
