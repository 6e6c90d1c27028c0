import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useMenuFold } from './use-menu-fold'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

test('the menu stays as a person folded it', () => {
  const first = renderHook(useMenuFold)
  expect(first.result.current.folded).toBe(false)
  act(first.result.current.toggle)
  expect(renderHook(useMenuFold).result.current.folded).toBe(true)
  act(first.result.current.toggle)
  expect(renderHook(useMenuFold).result.current.folded).toBe(false)
})

test('the menu is folded on a narrow desktop until a person says otherwise', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const narrow = renderHook(useMenuFold)
  expect(narrow.result.current.folded).toBe(true)
  act(narrow.result.current.toggle)
  expect(renderHook(useMenuFold).result.current.folded).toBe(false)
})

test('what a browser kept wrongly is passed over', () => {
  localStorage.setItem('menu.folded', '{"x":1}')
  expect(renderHook(useMenuFold).result.current.folded).toBe(false)
})
