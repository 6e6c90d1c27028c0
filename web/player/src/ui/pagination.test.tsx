import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { pageWindow } from './page-window'
import { Pagination } from './pagination'

describe('SLOT-04 pagination', () => {
  it('says how many items there are and steps from page to page', async () => {
    const onPage = vi.fn()
    render(<Pagination page={1} pageCount={13} total={241} onPage={onPage} jumper />)
    expect(screen.getByText('共 241 项')).toBeVisible()
    expect(screen.getByRole('button', { name: '上一页' })).toBeDisabled()
    expect(screen.getByRole('button', { name: '第 1 页' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(screen.getByRole('button', { name: '下一页' }))
    await userEvent.click(screen.getByRole('button', { name: '第 13 页' }))
    await userEvent.click(screen.getByRole('button', { name: '第 1 页' }))
    expect(onPage.mock.calls).toEqual([[2], [13]])
  })

  it('jumps to a page that is there and refuses 0, what lies past the last, and what is no number', async () => {
    const onPage = vi.fn()
    render(<Pagination page={1} pageCount={13} total={241} onPage={onPage} jumper />)
    const field = screen.getByRole('textbox', { name: '跳至第几页' })
    for (const wrong of ['0', '14', 'a', '-1', '1.5']) {
      await userEvent.clear(field)
      await userEvent.type(field, `${wrong}{Enter}`)
      expect(screen.getByRole('alert')).toHaveTextContent('请输入 1 到 13 的页码')
      expect(field).toBeInvalid()
    }
    expect(onPage).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.type(field, '13{Enter}')
    expect(onPage.mock.calls).toEqual([[13]])
    expect(field).toHaveValue('')
  })

  it('shows nothing for an empty list, and no jumper where there is one page', () => {
    const { container, rerender } = render(<Pagination page={1} pageCount={0} total={0} onPage={vi.fn()} jumper />)
    expect(container).toBeEmptyDOMElement()
    rerender(<Pagination page={1} pageCount={1} total={3} onPage={vi.fn()} jumper />)
    expect(screen.getByText('共 3 项')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('keeps its row of buttons as wide wherever it stands', () => {
    expect(pageWindow(2, 5)).toEqual([1, 2, 3, 4, 5])
    expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, 'after', 20])
    expect(pageWindow(9, 20)).toEqual([1, 'before', 8, 9, 10, 'after', 20])
    expect(pageWindow(18, 20)).toEqual([1, 'before', 16, 17, 18, 19, 20])
    for (let page = 1; page <= 20; page++) expect(pageWindow(page, 20)).toHaveLength(7)
  })
})
