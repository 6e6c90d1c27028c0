import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

test('the files of a window say which were read to their end and which are missing', async () => {
  serve()
  renderAt(<AppRoutes />, '/feed')
  await userEvent.click(await screen.findByRole('button', { name: '3 个，缺 1' }, { timeout: 15_000 }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByRole('heading', { name: 'FB 体育 采集文件' })).toBeVisible()
  const rows = (await drawer.findAllByRole('row')).filter((row) => within(row).queryByText(/^2912\d+$/))
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['缺失', '已读完', '已读完'])
  expect(within(rows[0] as HTMLElement).getByText('无应答')).toBeVisible()
}, 30_000)

test('files that do not load can be asked for again, and a window without any says so', async () => {
  let failing = true
  serve(({ path }) => {
    if (path !== '/feed/windows/1/files') return undefined
    return failing
      ? { status: 500, body: { code: 'x', message: '读取失败' } }
      : { status: 200, body: { items: [], total: 0 } }
  })
  renderAt(<AppRoutes />, '/feed')
  await userEvent.click(await screen.findByRole('button', { name: '3 个，缺 1' }, { timeout: 15_000 }))
  const drawer = within(await screen.findByRole('dialog'))
  const retry = await drawer.findByRole('button', { name: '重试' }, { timeout: 15_000 })
  failing = false
  await userEvent.click(retry)
  expect(await drawer.findByText('没有归属本窗口的文件')).toBeVisible()
}, 60_000)

test('every order that the list of windows has is a header to click', async () => {
  const { windows } = await import('../../testing/canned')
  const walk = { next: null, prev: null, sort: '-made', sorts: ['made', 'venue'] }
  serve(({ path }) =>
    path === '/feed/windows' ? { status: 200, body: { items: windows, total: 3, walk } } : undefined,
  )
  renderAt(<AppRoutes />, '/feed')
  await screen.findByRole('button', { name: '3 个，缺 1' }, { timeout: 15_000 })
  expect(screen.getByRole('columnheader', { name: /建立时间/ })).toHaveAttribute('aria-sort', 'descending')
  expect(document.querySelectorAll('.ant-table-column-has-sorters')).toHaveLength(walk.sorts.length)
}, 60_000)
