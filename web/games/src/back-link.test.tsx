import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BackLink } from './back-link'

afterEach(() => vi.useRealTimers())

it('leaving a game closes its tab, and goes back in it where the browser does not let it close', () => {
  vi.useFakeTimers()
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  render(
    <BackLink to="http://site.example/#/Boardgame_01" className="quiet">
      返回
    </BackLink>,
  )
  fireEvent.click(screen.getByRole('link', { name: '返回' }))
  expect(close).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(200))
  expect(assign).toHaveBeenCalledWith('http://site.example/#/Boardgame_01')
})
