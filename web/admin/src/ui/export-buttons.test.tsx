import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppRoutes } from '../routes'
import { permissions } from '../testing/permissions'
import { renderAt, serve } from '../testing/render'

const slow = { timeout: 15_000 }

/** Where the files of a page come from, without the host. */
async function exportsOf(page: string): Promise<string[]> {
  renderAt(<AppRoutes />, page)
  await screen.findAllByRole('link', { name: /CSV/ }, slow)
  return screen.getAllByRole('link', { name: /CSV|Excel|XLSX/i }).map((link) => link.getAttribute('href') ?? '')
}

const files = (name: string, query = '') =>
  ['csv', 'xlsx'].map((format) => `/admin/v1/exports/${name}?${query}format=${format}`)

test.each([
  ['postings', 'playerId=70&'],
  ['transfers', 'playerId=70&'],
  ['deposits', 'playerId=70&'],
  ['withdrawals', 'playerId=70&'],
  ['bets', 'player=70&'],
])(
  "the tab %s of a player gives that player's rows as a file, and nobody else's",
  async (tab, query) => {
    serve()
    expect(await exportsOf(`/players/70?tab=${tab}`)).toEqual(files(tab, query))
  },
  30_000,
)

test('the runs through the books have a file', async () => {
  serve()
  expect(await exportsOf('/books')).toEqual(files('book-runs'))
}, 30_000)

test('findings and comparisons each have a file', async () => {
  serve()
  expect(new Set(await exportsOf('/reconcile'))).toEqual(
    new Set([...files('recon-runs'), ...files('findings', 'state=open&')]),
  )
}, 30_000)

test.each(['/players/70?tab=deposits', '/books', '/reconcile'])(
  'who may not export gets no file on %s',
  async (page) => {
    serve(
      undefined,
      permissions.filter((permission) => permission !== 'data.export'),
    )
    renderAt(<AppRoutes />, page)
    await screen.findAllByRole('row', {}, slow)
    expect(screen.queryByRole('link', { name: /CSV/ })).toBeNull()
  },
  30_000,
)
