import { dayOf } from '@shared/days'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DayField } from './day-field'

afterEach(() => {
  document.documentElement.dataset.form = ''
})

function Form({ from = '2026-11-21' }) {
  const [day, setDay] = useState(from)
  return <DayField label="开始日期" value={day} onDay={setDay} max="2026-11-30" />
}

it('a day is shown as YYYY-MM-DD, whatever language the browser speaks', async () => {
  render(<Form />)
  const field = screen.getByLabelText('开始日期')
  expect(field).not.toHaveAttribute('type', 'date')
  expect(field).toHaveValue('2026-11-21')
  expect(field).toHaveAttribute('placeholder', '年-月-日')
})

it('a day typed in another way is brought into that form, and what is no day stays to be corrected', async () => {
  render(<Form />)
  const field = screen.getByLabelText('开始日期')
  await userEvent.clear(field)
  await userEvent.type(field, '2026/1/5')
  await userEvent.tab()
  expect(field).toHaveValue('2026-01-05')
  await userEvent.clear(field)
  await userEvent.type(field, '2026-13-5')
  await userEvent.tab()
  expect(field).toHaveValue('2026-13-5')
})

it('the browser’s calendar opens beside it', async () => {
  render(<Form />)
  const calendar = document.querySelector<HTMLInputElement>('input[type="date"]')
  if (!calendar) throw new Error('no calendar')
  calendar.showPicker = vi.fn()
  await userEvent.click(screen.getByRole('button', { name: '选择开始日期' }))
  expect(calendar.showPicker).toHaveBeenCalledTimes(1)
})

it('a browser that has no calendar, or may not open it, leaves the day to be typed', async () => {
  render(<Form />)
  const calendar = document.querySelector<HTMLInputElement>('input[type="date"]')
  if (!calendar) throw new Error('no calendar')
  const failed = vi.fn()
  window.addEventListener('error', failed)
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  for (const showPicker of [undefined, refuse]) {
    Object.assign(calendar, { showPicker })
    await userEvent.click(screen.getByRole('button', { name: '选择开始日期' }))
  }
  window.removeEventListener('error', failed)
  expect(failed).not.toHaveBeenCalled()
})

it('a phone has its own wheel', () => {
  document.documentElement.dataset.form = 'h5'
  render(<Form />)
  expect(screen.getByLabelText('开始日期')).toHaveAttribute('type', 'date')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  ['2026-02-28', '2026-02-28'],
  ['2026/2/8', '2026-02-08'],
  ['20260208', '2026-02-08'],
  ['2026-02-30', ''],
  ['2026-2', ''],
  ['', ''],
])('%s is the day %j', (typed, day) => {
  expect(dayOf(typed)).toBe(day)
})
