import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

const wait = { timeout: 60_000 }

/** A window as narrow as a phone's, for the layout's own question and for no other. */
function onPhone() {
  const matches = (query: string) => query === '(max-width: 767px)'
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
}

test('on a phone a request is a card with what a person decides by, and is approved from it', async () => {
  onPhone()
  const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: {} } : undefined))
  renderAt(<AppRoutes />, '/approvals')
  const list = await screen.findByRole('list', { name: '双人复核' }, wait)
  const card = (await within(list).findByText('通过 Chen2026 提款', {}, wait)).closest('li')
  if (!card) throw new Error('no card')
  expect(card).toHaveTextContent('50,000.00')
  expect(card).toHaveTextContent('资料核对无误')
  expect(card).toHaveTextContent('finance1')
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(within(card).getByRole('button', { name: '通过' }))
  const dialog = await screen.findByRole('dialog', {}, wait)
  await userEvent.click(within(dialog).getByRole('button', { name: '通过' }))
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'POST')[0]).toMatchObject({ path: '/approvals/30/approve' }),
  )
}, 120_000)
