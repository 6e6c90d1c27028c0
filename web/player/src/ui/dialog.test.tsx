import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog'

function Two() {
  const [asked, setAsked] = useState(true)
  return (
    <>
      <Dialog title="公告" patient onClose={() => {}}>
        新公告
      </Dialog>
      {asked && (
        <Dialog title="退出" onClose={() => setAsked(false)}>
          确定吗
        </Dialog>
      )}
    </>
  )
}

// HOME-04: announcements come by themselves, perhaps in the instant in which the player asks for something.
test('a dialog nobody asked for waits for one that was asked for', async () => {
  render(<Two />)
  expect(await screen.findByRole('dialog', { name: '退出' })).toBeVisible()
  expect(screen.queryByText('新公告')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(await screen.findByRole('dialog', { name: '公告' })).toBeVisible()
  expect(screen.queryByText('确定吗')).toBeNull()
})

// HOME-04 and FUND-05 may come at once.
test('of two dialogs nobody asked for the second waits for the first', async () => {
  function Both() {
    const [read, setRead] = useState(false)
    return (
      <>
        {!read && (
          <Dialog title="公告" patient onClose={() => setRead(true)}>
            新公告
          </Dialog>
        )}
        <Dialog title="恭喜您" patient onClose={() => {}}>
          新奖金
        </Dialog>
      </>
    )
  }
  render(<Both />)
  expect(await screen.findByRole('dialog', { name: '公告' })).toBeVisible()
  expect(screen.queryByText('新奖金')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(await screen.findByRole('dialog', { name: '恭喜您' })).toBeVisible()
})

test('a dialog nobody asked for makes room and comes back', async () => {
  const announced = (
    <Dialog title="公告" patient onClose={() => {}}>
      新公告
    </Dialog>
  )
  const { rerender } = render(announced)
  expect(await screen.findByRole('dialog', { name: '公告' })).toBeVisible()
  rerender(
    <>
      {announced}
      <Dialog title="退出" onClose={() => {}}>
        确定吗
      </Dialog>
    </>,
  )
  expect(await screen.findByRole('dialog', { name: '退出' })).toBeVisible()
  expect(screen.queryByText('新公告')).toBeNull()
  rerender(announced)
  expect(await screen.findByRole('dialog', { name: '公告' })).toBeVisible()
})

test.each(['desktop', 'h5'] as const)('the part that asks for the focus has it, on %s', async (form) => {
  document.documentElement.dataset.form = form
  render(
    <Dialog title="搜索" onClose={() => {}}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the site is built without React, and this is what it makes of autoFocus */}
      <div dangerouslySetInnerHTML={{ __html: '<button>历史</button><input aria-label="游戏" autofocus>' }} />
    </Dialog>,
  )
  await vi.waitFor(() => expect(screen.getByRole('textbox', { name: '游戏' })).toHaveFocus())
  delete document.documentElement.dataset.form
})
