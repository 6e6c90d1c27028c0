import type { Walk } from '../api/wire'
import type { ProColumns } from '../kit'

/**
 * sortable lets the headers of the columns that the server can sort by show and change the order. The key of a
 * column is the name of its order.
 */
export function sortable<T>(columns: ProColumns<T>[], walk: Walk | null | undefined): ProColumns<T>[] {
  if (!walk) return columns
  const { name, down } = orderOf(walk.sort)
  return columns.map((column) =>
    walk.sorts.includes(String(column.key))
      ? {
          ...column,
          sorter: true,
          showSorterTooltip: false,
          // Without a third step: a click always changes the order.
          sortDirections: ['descend', 'ascend', 'descend'],
          sortOrder: column.key === name ? (down ? 'descend' : 'ascend') : null,
        }
      : column,
  )
}

export function orderOf(sort: string): { name: string; down: boolean } {
  return sort.startsWith('-') ? { name: sort.slice(1), down: true } : { name: sort, down: false }
}

/** sortOf is the order that a header asks for, as the API takes it. */
export function sortOf(sorter: unknown): string | undefined {
  const one: unknown = Array.isArray(sorter) ? sorter[0] : sorter
  const { columnKey, order } = (one ?? {}) as { columnKey?: unknown; order?: unknown }
  if (!order || columnKey === undefined) return undefined
  return order === 'descend' ? `-${String(columnKey)}` : String(columnKey)
}

/** Under which name the whole of a list is exported, by the path of its call. */
export const exportOf: Readonly<Record<string, string>> = {
  '/players': 'players',
  '/transfers': 'transfers',
  '/approvals': 'approvals',
  '/tickets': 'tickets',
  '/cases': 'cases',
  '/fund/records': 'fund-records',
  '/vip/awards': 'vip-awards',
  '/promo/awards': 'promo-awards',
  '/coins/transfers': 'coin-transfers',
  '/bank/lines': 'bank-lines',
  '/bank/files': 'bank-files',
  '/payout-batches': 'payout-batches',
  '/vip/runs': 'vip-runs',
  '/reconcile/findings': 'findings',
  '/audit': 'audit',
  '/feed/windows': 'windows',
  '/staff': 'staff',
  '/games': 'games',
  '/alarms/events': 'alarms',
  '/forfeits': 'forfeits',
}

/** Filters by which a search is written to the trail: an export does not take them. */
export const neverExported: Readonly<Record<string, readonly string[]>> = { '/players': ['q'] }
