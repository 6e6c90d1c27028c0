import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useProcessing } from './use-processing'

const { answers, stop, until } = vi.hoisted(() => {
  const stop = vi.fn()
  return { answers: { said: 0 }, stop, until: vi.fn(() => stop) }
})
vi.mock('./toast', () => ({ toastUntil: until, answersSaid: () => answers.said }))

function Action({ busy }: { busy: boolean }) {
  useProcessing(busy)
  return null
}

afterEach(() => {
  vi.useRealTimers()
  stop.mockClear()
  until.mockClear()
})

it('ERR-02 says that it is being processed while an action takes its time, and not a moment longer', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Action busy />)
  act(() => vi.advanceTimersByTime(399))
  expect(until).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(until.mock.calls).toEqual([['正在处理中...']])
  expect(stop).not.toHaveBeenCalled()
  rerender(<Action busy={false} />)
  expect(stop).toHaveBeenCalledTimes(1)
})

it('says nothing of an action that was over at once', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Action busy />)
  act(() => vi.advanceTimersByTime(200))
  rerender(<Action busy={false} />)
  act(() => vi.advanceTimersByTime(5000))
  expect(until).not.toHaveBeenCalled()
})

it('does not take the place of an answer that was said while the action is still busy', () => {
  vi.useFakeTimers()
  render(<Action busy />)
  act(() => vi.advanceTimersByTime(350))
  answers.said++
  act(() => vi.advanceTimersByTime(5000))
  expect(until).not.toHaveBeenCalled()
})
