import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { HashRouter, Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ConfirmDialog from './confirm-dialog'
import { Dialog } from './dialog'

beforeEach(() => {
  document.documentElement.dataset.form = 'h5'
})
afterEach(async () => {
  document.documentElement.dataset.form = ''
  // Entries that a test left in the history are removed before the next one.
  await new Promise((done) => setTimeout(done, 50))
})

function Page({ locked = false, refuse = false, modalOnly = false }) {
  const [open, setOpen] = useState(false)
  const [second, setSecond] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        show
      </button>
      {open && (
        <Dialog title="first" locked={locked} modalOnly={modalOnly} onClose={() => !refuse && setOpen(false)}>
          <Link to="/rules">rules</Link>
          <button type="button" onClick={() => setSecond(true)}>
            more
          </button>
          {second && (
            <Dialog title="second" onClose={() => setSecond(false)}>
              text
            </Dialog>
          )}
        </Dialog>
      )}
    </main>
  )
}

const site = (page: React.ReactNode) =>
  render(
    <HashRouter>
      <Routes>
        <Route path="/rules" element={<h1>the rules</h1>} />
        <Route path="*" element={page} />
      </Routes>
    </HashRouter>,
  )

const back = () => act(async () => window.history.back())
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
const depth = () => (window.history.state as { sheets?: number } | null)?.sheets ?? 0

it('NAV-13 Back closes the sheet, keeps the page, and gives the focus back', async () => {
  site(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  expect(screen.getByRole('dialog', { name: 'first' })).toBeVisible()
  expect(depth()).toBe(1)
  await back()
  await gone('first')
  expect(screen.getByRole('button', { name: 'show' })).toHaveFocus()
  expect(depth()).toBe(0)
})

it('NAV-13 its button, Escape and a tap beside it close it and take its entry along', async () => {
  site(<Page />)
  const ways = [
    () => userEvent.click(screen.getByRole('button', { name: '关闭' })),
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.querySelector('.fixed.inset-0') as Element, { pointerEventsCheck: 0 }),
  ]
  for (const way of ways) {
    await userEvent.click(screen.getByRole('button', { name: 'show' }))
    await way()
    await gone('first')
    await waitFor(() => expect(depth()).toBe(0))
  }
})

it('Back closes the upper of two sheets first', async () => {
  site(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  await userEvent.click(screen.getByRole('button', { name: 'more' }))
  expect(depth()).toBe(2)
  await back()
  await gone('second')
  expect(screen.getByRole('dialog', { name: 'first' })).toBeInTheDocument()
  await back()
  await gone('first')
  expect(depth()).toBe(0)
})

it('a link in a sheet leads on, and one Back leads to the page without its sheet', async () => {
  site(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  await userEvent.click(screen.getByRole('link', { name: 'rules' }))
  expect(await screen.findByText('the rules')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(depth()).toBe(0)
  await back()
  expect(await screen.findByRole('button', { name: 'show' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(depth()).toBe(0)
})

it('NAV-13 while money is on its way nothing closes it, Back neither', async () => {
  site(<Page locked />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  await userEvent.keyboard('{Escape}')
  await back()
  await back()
  await new Promise((done) => setTimeout(done, 500))
  expect(screen.getByRole('dialog', { name: 'first' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '关闭' })).toBeDisabled()
  expect(depth()).toBe(1)
})

it('what its holder does not let go comes back', async () => {
  site(<Page refuse />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  await back()
  await new Promise((done) => setTimeout(done, 700))
  expect(screen.getByRole('dialog', { name: 'first' })).not.toHaveClass('pointer-events-none')
  expect(depth()).toBe(1)
})

it('a tap beside an order does not close it, a drag downwards does', async () => {
  site(<Page modalOnly />)
  await userEvent.click(screen.getByRole('button', { name: 'show' }))
  await userEvent.click(document.querySelector('.fixed.inset-0') as Element, { pointerEventsCheck: 0 })
  await userEvent.keyboard('{Escape}')
  await new Promise((done) => setTimeout(done, 400))
  const sheet = screen.getByRole('dialog', { name: 'first' })
  drag(sheet, 20)
  await new Promise((done) => setTimeout(done, 400))
  expect(sheet).toBeInTheDocument()
  drag(sheet, 300)
  await gone('first')
})

it('shows how it begins, even when a button at its end takes the focus', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTop', 'set')
  site(
    <Dialog title="long" onClose={() => undefined}>
      {/* biome-ignore lint/a11y/noAutofocus: what this is about */}
      <button type="button" autoFocus>
        ok
      </button>
    </Dialog>,
  )
  expect(scrolled).toHaveBeenCalledWith(0)
  expect(screen.getByRole('dialog', { name: 'long' })).toContainElement(document.activeElement as HTMLElement)
})

it('a confirmation under way cannot be closed, nor sent twice', async () => {
  let asked = 0
  site(<ConfirmDialog title="sure" message="really" busy onConfirm={() => asked++} onClose={() => asked++} />)
  for (const button of screen.getAllByRole('button', { hidden: true })) await userEvent.click(button)
  await back()
  await new Promise((done) => setTimeout(done, 400))
  expect(asked).toBe(0)
  expect(screen.getByRole('dialog', { name: 'sure' })).toBeInTheDocument()
})

/** One finger that goes down by so many pixels, slowly. */
function drag(on: Element, by: number) {
  Object.defineProperty(on, 'offsetHeight', { value: 400, configurable: true })
  const at = (clientY: number) => {
    const finger = [{ clientX: 100, clientY }]
    return { touches: finger, changedTouches: finger }
  }
  fireEvent.touchStart(on, at(100))
  for (let step = 1; step <= 10; step++) fireEvent.touchMove(on, at(100 + (by * step) / 10))
  fireEvent.touchEnd(on, { touches: [], changedTouches: [{ clientX: 100, clientY: 100 + by }] })
}
