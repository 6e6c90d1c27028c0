import { afterEach, expect, it, vi } from 'vitest'
import { buzz } from './buzz'
import { toast } from './toast'

const felt = vi.fn(() => true)

afterEach(() => {
  delete document.documentElement.dataset.form
  felt.mockClear()
})

const calm = (reduce: boolean) =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: reduce } as unknown as MediaQueryList)

it('H-494 the phone answers a confirmation, and stays still for whoever asked for less motion', () => {
  Object.defineProperty(navigator, 'vibrate', { value: felt, configurable: true })
  calm(false)
  buzz()
  expect(felt).not.toHaveBeenCalled() // on the desktop
  document.documentElement.dataset.form = 'h5'
  toast('success', '复制成功')
  expect(felt).toHaveBeenCalledExactlyOnceWith(10)
  toast('error', '余额不足')
  calm(true)
  toast('success', '复制成功')
  expect(felt).toHaveBeenCalledOnce()
})

it('a browser without a motor is asked for nothing', () => {
  Object.defineProperty(navigator, 'vibrate', { value: undefined, configurable: true })
  document.documentElement.dataset.form = 'h5'
  calm(false)
  expect(buzz).not.toThrow()
})
