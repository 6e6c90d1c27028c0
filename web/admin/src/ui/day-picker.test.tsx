import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DayPicker } from './day-picker'

test('a day is chosen as the API takes it, and none is an empty text', async () => {
  const chosen = vi.fn()
  const field = render(<DayPicker value="" onChange={chosen} />)
  await userEvent.type(screen.getByRole('textbox'), '2026-12-01{Enter}')
  expect(chosen).toHaveBeenLastCalledWith('2026-12-01')
  field.rerender(<DayPicker value="2026-12-01" onChange={chosen} />)
  expect(screen.getByRole('textbox')).toHaveValue('2026-12-01')
  // It takes clicks only under a pointer, which no test has.
  fireEvent.click(field.container.querySelector('.ant-picker-clear') as Element)
  expect(chosen).toHaveBeenLastCalledWith('')
}, 30_000)
