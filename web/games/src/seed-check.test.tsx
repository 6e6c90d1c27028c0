import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fairText as text } from './fair-text'
import { SeedCheck } from './seed-check'

const seed = '0'.repeat(64)
const commitment = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'

it('a revealed seed is compared with its commitment in the page, and the answer goes with the round', async () => {
  const { rerender } = render(<SeedCheck seed={seed} commitment={commitment} />)
  const check = screen.getByRole('button', { name: text.check })
  await userEvent.click(check)
  expect(await screen.findByText(text.same)).toBeVisible()
  rerender(<SeedCheck seed={seed} commitment={commitment.replace('66', '67')} />)
  expect(screen.queryByText(text.same)).toBeNull()
  await userEvent.click(check)
  expect(await screen.findByText(text.different)).toBeVisible()
})

it('a seed that is not revealed cannot be checked, but the way to do it is told', () => {
  render(<SeedCheck seed="" commitment={commitment} />)
  expect(screen.queryByRole('button', { name: text.check })).toBeNull()
  expect(screen.getByText(text.how)).toBeVisible()
})
