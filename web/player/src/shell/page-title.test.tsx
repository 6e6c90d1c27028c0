import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageTitle } from './page-title'

it('a page has its name and the name of the site as its title, and the first page the site’s alone', () => {
  const { rerender } = render(<PageTitle title="存款" />)
  expect(document.title).toBe('存款 · 鸿运')
  rerender(<PageTitle />)
  expect(document.title).toBe('鸿运')
})
