import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { homeMineKey } from './lobby-keys'
import { usePlayPath } from './play-path'

const pathWith = (mine?: object) => {
  const client = new QueryClient()
  if (mine) client.setQueryData(homeMineKey, mine)
  return renderHook(usePlayPath, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result.current
}

it('the way to a game leads to the last one, and to the hot ones where none is known', () => {
  expect(pathWith({ recent: [{ id: 47012 }, { id: 1 }] })).toBe('/Game/47012')
  expect(pathWith({ recent: [] })).toBe('/Egame?type=-1')
  expect(pathWith()).toBe('/Egame?type=-1')
})
