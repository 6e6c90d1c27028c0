import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { HeldPage } from './held-page'
import { lazyPart } from './lazy-part'

let arrive: () => void
let fail: () => void

const Next = lazyPart(
  () =>
    new Promise<{ default: () => string }>((resolve, reject) => {
      arrive = () => resolve({ default: () => 'the next page' })
      fail = () => reject(new Error('offline'))
    }),
)

vi.mock('../site-map', () => ({
  get siteMap() {
    return [{ path: '/next', page: <Next /> }]
  },
}))

function First() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/next')}>
      the first page
    </button>
  )
}

const Place = () => <p>at {useLocation().pathname}</p>

function show() {
  render(
    <MemoryRouter>
      <HeldPage>
        <Place />
        <Routes>
          <Route path="/" element={<First />} />
          <Route path="/next" element={<p>its place</p>} />
        </Routes>
      </HeldPage>
    </MemoryRouter>,
  )
  act(() => screen.getByRole('button').click())
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page stays in sight with its place for 1.5 s at most while the code of the next one comes', async () => {
  show()
  await passed(1499)
  expect(screen.getByText('the first page')).toBeVisible()
  expect(screen.getByText('at /')).toBeVisible()
  await passed(1)
  expect(screen.getByText('its place')).toBeVisible()
  expect(screen.getByText('at /next')).toBeVisible()
})

test('code that does not come lets the next page tell of it at once', async () => {
  show()
  await passed(100)
  fail()
  await passed(0)
  expect(screen.getByText('its place')).toBeVisible()
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
