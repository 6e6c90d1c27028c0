import { describe, expect, test } from 'vitest'
import type { ProColumns } from '../kit'
import { orderOf, sortable, sortOf } from './list-order'

const columns: ProColumns<object>[] = [
  { title: '金额', key: 'amount' },
  { title: '备注', key: 'remark' },
  { title: '时间', key: 'created' },
]

describe('a header changes the order where the server has one (H-417)', () => {
  test('columns that an index carries are sortable, and the used one shows its direction', () => {
    const walk = { sort: '-created', sorts: ['created', 'amount'], next: null, prev: null }
    expect(sortable(columns, walk).map(({ sorter, sortOrder }) => [sorter, sortOrder])).toEqual([
      [true, null],
      [undefined, undefined],
      [true, 'descend'],
    ])
  })

  test('a list that is read by page numbers has plain headers', () => {
    expect(sortable(columns, undefined)).toBe(columns)
    expect(sortable(columns, null)).toBe(columns)
  })

  test('an order is written as the API takes it', () => {
    expect(orderOf('-amount')).toEqual({ name: 'amount', down: true })
    expect(orderOf('amount')).toEqual({ name: 'amount', down: false })
    expect(sortOf({ columnKey: 'amount', order: 'descend' })).toBe('-amount')
    expect(sortOf({ columnKey: 'amount', order: 'ascend' })).toBe('amount')
    expect(sortOf({ columnKey: 'amount' })).toBeUndefined()
    expect(sortOf([])).toBeUndefined()
  })
})
