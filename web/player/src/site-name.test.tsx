import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import AppDownloadPage from './features/app/app-download-page'
import { HomeApp } from './features/content/home-app'
import { fakeServer, show } from './test/server'

vi.mock(import('@shared/boot'), async (given) => {
  const { boot } = await given()
  return { boot: { ...boot, siteName: '吉祥' } }
})

const server = fakeServer()
const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('a site of another name calls its app by that name', () => {
  server.reply({ '/v1/PubInterface/GetAppDown': { Data: [] } })
  const home = show(<HomeApp />)
  expect(screen.getByRole('region', { name: '掌上吉祥，随时随地' })).toBeVisible()
  home.unmount()
  show(<AppDownloadPage />, '/AppDownload')
  expect(screen.getByRole('heading', { name: '掌上吉祥，随时随地' })).toBeVisible()
})

it('no text of the player site names a site of its own: the name is a setting', () => {
  const fixed = Object.entries(sources).filter(([, text]) => text.replaceAll('鸿运棋院', '').includes('鸿运'))
  expect(fixed.map(([file]) => file)).toEqual([])
  expect(Object.keys(sources).length).toBeGreaterThan(100)
})
