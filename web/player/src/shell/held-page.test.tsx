import { clearLogin, keepLogin } from '@shared/session'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageHeld } from '../ui/page-held'
import { HeldPage } from './held-page'
import { lazyPart } from './lazy-part'
import { RequireLogin } from './require-login'

const said = vi.hoisted(() => vi.fn())
vi.mock('../ui/toast', () => ({ toast: said }))

let arrive: () => void
let fail: () => void

const Next = lazyPart(
  () =>
    new Promise<{ default: () => string }>((resolve, reject) => {
      arrive = () => resolve({ default: () => 'the next page' })
      fail = () => reject(new Error('offline'))
    }),
)

const Mine = vi.hoisted(() => ({ isLoaded: () => false, load: () => new Promise(() => undefined) }))
vi.mock('../pages', () => ({ MinePage: Mine }))

vi.mock('../site-map', () => ({
  get siteMap() {
    return [{ path: '/next', page: <Next /> }]
  },
}))

function First({ before, to }: { before?: (() => void) | undefined; to: string }) {
  const navigate = useNavigate()
  const go = () => {
    before?.()
    void navigate(to)
  }
  return (
    <button type="button" onClick={go}>
      the first page
    </button>
  )
}

const Place = () => <p>at {useLocation().pathname}</p>

function show(before?: () => void, to = '/next') {
  render(
    <MemoryRouter>
      <HeldPage>
        <Place />
        <Routes>
          <Route
            path="/"
            element={
              <RequireLogin>
                <First before={before} to={to} />
              </RequireLogin>
            }
          />
          <Route path="/next" element={<p>its place</p>} />
        </Routes>
      </HeldPage>
    </MemoryRouter>,
  )
  act(() => screen.getByRole('button').click())
}

beforeEach(() => {
  keepLogin({ Ticket: 'ticket', PlayerName: 'wang' })
  said.mockClear()
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page stays in sight with its place for 1.5 s at most while the code of the next one comes, and knows it', async () => {
  show()
  await passed(1499)
  expect(screen.getByText('the first page')).toBeVisible()
  expect(screen.getByText('at /')).toBeVisible()
  expect(pageHeld()).toBe(true)
  await passed(1)
  expect(pageHeld()).toBe(false)
  expect(screen.getByText('its place')).toBeVisible()
  expect(screen.getByText('at /next')).toBeVisible()
})

test("the phone's own page is waited for too", async () => {
  document.documentElement.dataset.form = 'h5'
  show(undefined, '/Mine')
  expect(screen.getByText('at /')).toBeVisible()
  await passed(1500)
  expect(screen.getByText('at /Mine')).toBeVisible()
  delete document.documentElement.dataset.form
})

test('code that does not come lets the next page tell of it at once', async () => {
  show()
  await passed(100)
  fail()
  await passed(0)
  expect(screen.getByText('its place')).toBeVisible()
})

test('a login that ends on the way shows the next page at once, and the one before says and does nothing', async () => {
  show()
  await passed(100)
  act(() => clearLogin())
  expect(screen.getByText('at /next')).toBeVisible()
  await passed(5000)
  expect(said).not.toHaveBeenCalled()
  expect(screen.getByText('at /next')).toBeVisible()
})

test('an address that follows the end of a login is shown at once, and the page before says nothing', async () => {
  show(clearLogin)
  expect(screen.getByText('at /next')).toBeVisible()
  await passed(5000)
  expect(said).not.toHaveBeenCalled()
})

test('the next page is shown as soon as its code is here, and at once the second time', async () => {
  show()
  await passed(100)
  arrive()
  await vi.waitFor(() => expect(Next.isLoaded()).toBe(true))
  await passed(0)
  expect(screen.getByText('its place')).toBeVisible()
})

test('the code is here already: nothing waits', () => {
  show()
  expect(screen.getByText('its place')).toBeVisible()
  render(<Next />)
  expect(screen.getByText('the next page')).toBeVisible()
})
