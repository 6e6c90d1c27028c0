import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast, toastUntil } from './toast'
import Toaster from './toaster'

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
    (box) => box.dataset.removed !== 'true' && box.dataset.visible !== 'false',
  )

afterEach(() => vi.useRealTimers())

describe('ERR-03 messages', () => {
  it('stand 200 px below the top, one at a time: the last one said', async () => {
    render(<Toaster />)
    toast('info', '一')
    toast('error', '二')
    toast('success', '三')
    await waitFor(() => expect(shown().map((box) => box.textContent)).toEqual(['三']))
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]')
    expect(list?.style.getPropertyValue('--offset-top')).toBe('200px')
    expect(list?.style.getPropertyValue('--mobile-offset-top')).toBe('200px')
    expect(list?.dataset.xPosition).toBe('center')
    expect(list?.dataset.yPosition).toBe('top')
  })

  it('one at a time, also when the library is told of three at once', async () => {
    render(<Toaster />)
    const { toast: library } = await import('sonner')
    for (const word of ['甲', '乙', '丙']) library.info(word, { duration: 3000 })
    await screen.findByText('丙')
    await waitFor(() => expect(shown().map((box) => box.textContent)).toEqual(['丙']))
    expect(document.querySelectorAll('[data-sonner-toast][data-visible="true"]')).toHaveLength(1)
  })

  it('ERR-01 go after 2 s', async () => {
    render(<Toaster />)
    await import('sonner')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    toast('error', '余额不足')
    await screen.findByText('余额不足')
    await vi.advanceTimersByTimeAsync(1800)
    expect(shown()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(shown()).toHaveLength(0)
  })

  it('stand for at least 1 s and at most 3 s, whatever was asked for', async () => {
    const { toast: library } = await import('sonner')
    const info = vi.spyOn(library, 'info')
    toast('info', '短', { duration: 1 })
    toast('info', '长', { duration: 60_000 })
    toast('info', '常')
    await waitFor(() => expect(info).toHaveBeenCalledTimes(3))
    expect(info.mock.calls.map((call) => call[1]?.duration)).toEqual([1000, 3000, 2000])
  })

  it('say nothing when there is nothing to say', async () => {
    const { toast: library } = await import('sonner')
    const info = vi.spyOn(library, 'info')
    toast('info', '')
    await Promise.resolve()
    expect(info).not.toHaveBeenCalled()
  })
})

it('ERR-02 正在处理中... stands until it is over, and an answer takes its place', async () => {
  render(<Toaster />)
  const stop = toastUntil('正在处理中...')
  expect(await screen.findByText('正在处理中...')).toBeInTheDocument()
  toast('success', '转账成功')
  await waitFor(() => expect(shown().map((box) => box.textContent)).toEqual(['转账成功']))
  stop()
  const again = toastUntil('正在处理中...')
  await waitFor(() => expect(shown().map((box) => box.textContent)).toEqual(['正在处理中...']))
  again()
  await waitFor(() => expect(shown()).toHaveLength(0))
})
