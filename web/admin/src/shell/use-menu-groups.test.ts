import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { groupPath, menuGroups } from './menu'
import { useMenuGroups } from './use-menu-groups'

const all = menuGroups.map(groupPath)

beforeEach(() => localStorage.clear())

test('all headings of the menu are open until a person closes one, which is remembered', () => {
  const first = renderHook(() => useMenuGroups())
  expect(first.result.current.open).toEqual(all)
  act(() => first.result.current.onChange(all.slice(1)))
  expect(first.result.current.open).toEqual(all.slice(1))
  expect(renderHook(() => useMenuGroups()).result.current.open).toEqual(all.slice(1))
})

test.each(['not JSON', '{"a":1}', '["/menu/none"]', 'null'])('%s in the store opens all headings', (stored) => {
  localStorage.setItem('menu.closed', stored)
  expect(renderHook(() => useMenuGroups()).result.current.open).toEqual(all)
})
