import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test, vi } from 'vitest'
import { Optional } from './optional'

test('a part whose code does not come leaves the page as it is', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Gone = lazy<() => null>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  render(
    <main>
      提款处理中
      <Optional>
        <Gone />
      </Optional>
    </main>,
  )
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  expect(screen.getByText('提款处理中')).toBeVisible()
})
