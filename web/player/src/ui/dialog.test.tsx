import { clearLogin, keepLogin } from '@shared/session'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog'
import { greetingPauseMs } from './dialog-turn'

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

// H-468
test('of two greetings one comes a visit, and no greeting makes a reminder wait', async () => {
  function Three() {
    const [read, setRead] = useState(false)
    return (
      <>
        {!read && (
          <Dialog title="恭喜您" patient greeting="fund" onClose={() => setRead(true)}>
            新奖金
          </Dialog>
        )}
        <Dialog title="公告" patient greeting="hot" onClose={() => {}}>
          新公告
        </Dialog>
        <Dialog title="提醒" patient onClose={() => {}}>
          已玩一小时
        </Dialog>
      </>
    )
  }
  const first = render(<Three />)
  expect(await screen.findByRole('dialog', { name: '恭喜您' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(await screen.findByRole('dialog', { name: '提醒' })).toBeVisible()
  expect(screen.queryByText('新公告')).toBeNull()
  first.unmount()

  const announced = (
    <Dialog title="公告" patient greeting="hot" onClose={() => {}}>
      新公告
    </Dialog>
  )
  const soon = render(announced)
  expect(screen.queryByRole('dialog')).toBeNull()
  soon.unmount()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + greetingPauseMs)
  const later = render(announced)
  expect(await screen.findByRole('dialog', { name: '公告' })).toBeVisible()
  vi.restoreAllMocks()
  later.unmount()
})

test('a greeting that is shown stays until it is closed, though another one’s pause ends meanwhile', async () => {
  sessionStorage.setItem('greeted', `fund  ${Date.now()}`)
  const two = (name: string) => (
    <>
      <Dialog title="公告" patient greeting="hot" onClose={() => {}}>
        {name}
      </Dialog>
      <Dialog title="恭喜您" patient greeting="fund" onClose={() => {}}>
        新奖金
      </Dialog>
    </>
  )
  const shown = render(two('新公告'))
  expect(await screen.findByRole('dialog', { name: '恭喜您' })).toBeVisible()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + greetingPauseMs)
  shown.rerender(two('更新的公告'))
  expect(screen.getByRole('dialog', { name: '恭喜您' })).toBeVisible()
  expect(screen.queryByText('更新的公告')).toBeNull()
  vi.restoreAllMocks()
  shown.unmount()
})

test('a greeting of a visitor does not keep a player from his', async () => {
  sessionStorage.setItem('greeted', `hot  ${Date.now()}`)
  keepLogin({ Ticket: 'ticket', PlayerName: 'demo01' })
  render(
    <Dialog title="恭喜您" patient greeting="fund" onClose={() => {}}>
      新奖金
    </Dialog>,
  )
  expect(await screen.findByRole('dialog', { name: '恭喜您' })).toBeVisible()
  clearLogin()
})

test.each(['desktop', 'h5'] as const)('one that a tap beside it leaves open closes by Escape, on %s', async (form) => {
  document.documentElement.dataset.form = form
  const onClose = vi.fn()
  render(
    <Dialog title="订单" modalOnly="tap" onClose={onClose}>
      等待付款
    </Dialog>,
  )
  await userEvent.click(document.querySelector('.fixed.inset-0') as Element, { pointerEventsCheck: 0 })
  await new Promise((done) => setTimeout(done, 300))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  delete document.documentElement.dataset.form
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
