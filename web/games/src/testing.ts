import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { sounds } from './slot/sound'
import { text } from './text'

/** Waves that sounded. A page keeps its audio context, so all tests of a file count here. */
let waves = 0

class SilentContext {
  currentTime = 0
  destination = {}
  createOscillator() {
    const wave = { type: '', frequency: { value: 0 }, connect: (to: unknown) => to, start: () => waves++, stop() {} }
    return wave
  }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }
    return { gain, connect: (to: unknown) => to }
  }
}

/** Puts a counter in the place of the machine's sound. To be called before a page is rendered. */
export function listen(): void {
  vi.stubGlobal('AudioContext', SilentContext)
  sounds.mute(false)
}

/** Does something that sounds: with sound, muted, and with sound again. */
export async function expectMute(act: () => Promise<unknown>): Promise<void> {
  const heardOf = async () => {
    const before = waves
    await act()
    return waves - before
  }
  const button = () => screen.getByRole('button', { name: text.sound })
  expect(button()).toHaveAttribute('aria-pressed', 'true')
  expect(await heardOf()).toBeGreaterThan(0)
  await userEvent.click(button())
  expect(button()).toHaveAttribute('aria-pressed', 'false')
  expect(await heardOf()).toBe(0)
  expect(localStorage.getItem('games.muted')).toBe('1')
  await userEvent.click(button())
  expect(await heardOf()).toBeGreaterThan(0)
}

/** Moves the focus by the tab key until it is on a control with a name. */
export async function tabTo(name: string | RegExp, role = 'button'): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    if (screen.queryAllByRole(role, { name }).some((one) => one === document.activeElement)) return
    await userEvent.tab()
  }
  throw new Error(`the tab key does not reach ${name}`)
}

/** Presses a button by the keyboard alone. */
export async function press(name: string | RegExp): Promise<void> {
  await tabTo(name)
  await userEvent.keyboard('{Enter}')
}
