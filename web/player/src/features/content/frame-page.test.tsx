import { boot } from '@shared/boot'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, show } from '../../test/server'
import { frameWaitMs } from '../../ui/safe-frame'
import FramePage from './frame-page'

fakeServer()
afterEach(() => {
  vi.useRealTimers()
  boot.frames = []
})

const frame = () => document.querySelector('iframe')
const at = (x: string) => `/Frame?x=${encodeURIComponent(x)}`

it('NAV-12, trust T5 frames an allowed page full-size, without its origin, and names its host', async () => {
  boot.frames = ['help.example']
  show(<FramePage />, at('https://help.example/rules'))
  expect(frame()).toHaveAttribute('src', 'https://help.example/rules')
  expect(frame()).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups')
  expect(frame()).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(screen.getByRole('button', { name: '返回，离开 help.example' })).toBeInTheDocument()
})

it('D-05 refuses plainly and leads home', () => {
  show(<FramePage />, at('https://evil.example/'))
  expect(screen.getByRole('heading', { name: '该地址不在允许的范围内' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '#/')
  expect(frame()).toBeNull()
})

it('goes to a page of this site itself instead of framing the whole site in itself', async () => {
  show(<FramePage />, at('/#/Activity'))
  await waitFor(() => expect(window.location.hash).toBe('#/Activity'))
  expect(frame()).toBeNull()
})

it('says after 15 s that a page did not load, tries again and leads out', async () => {
  vi.useFakeTimers()
  boot.frames = ['help.example']
  show(<FramePage />, at('https://help.example/'))
  expect(frameWaitMs).toBe(15_000)
  act(() => vi.advanceTimersByTime(14_900))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => vi.advanceTimersByTime(100))
  expect(screen.getByRole('alert')).toHaveTextContent('help.example 还没有打开')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(frame()).toHaveAttribute('src', 'https://help.example/')
  act(() => vi.advanceTimersByTime(15_000))
  expect(screen.getByRole('button', { name: '返回' })).toBeInTheDocument()
})

it('says nothing of waiting once the page is there', () => {
  vi.useFakeTimers()
  boot.frames = ['help.example']
  show(<FramePage />, at('https://help.example/'))
  const shown = frame()
  if (shown) fireEvent.load(shown)
  act(() => vi.advanceTimersByTime(20_000))
  expect(screen.queryByRole('alert')).toBeNull()
})
