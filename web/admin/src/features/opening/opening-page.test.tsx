import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OpeningCheck } from '../../api/settings'
import { AppRoutes } from '../../routes'
import { renderAt, serve } from '../../testing/render'

const slow = { timeout: 20_000 }

function check(code: string, state: OpeningCheck['state']): OpeningCheck {
  return { code, title: code, state, found: '', why: '', path: '' }
}

test.each([
  ['missing', 'missing', '还缺 1 项，首次打开资金闸门前须补齐。'],
  ['missing', 'ok', '资金闸门已打开，但还缺 1 项，请尽快补齐。'],
  ['ok', 'missing', '必需的项目都已就绪，可由两个人在资金闸门打开。'],
  ['ok', 'ok', '必需的项目都已就绪，资金闸门已打开。'],
] as const)(
  'the opening with the deposits %s and the gate %s says what is next',
  async (deposit, gate, said) => {
    serve(({ path }) =>
      path === '/opening'
        ? { status: 200, body: { items: [check('deposit', deposit), check('gate', gate)] } }
        : undefined,
    )
    renderAt(<AppRoutes />, '/opening')
    expect(await screen.findByText(said, {}, slow)).toBeVisible()
  },
  30_000,
)

test('the gate of a new installation leads to the checks of the opening, and names what is missing', async () => {
  const closed = {
    cause: 'opening',
    causeText: '尚未开业',
    reason: '新安装，开业检查尚未完成',
    by: '系统',
    since: 1_780_000_000_000,
    knownUntil: null,
    notReady: '开业检查还缺：存款通道。补齐后才可以打开资金闸门',
    approvalId: null,
  }
  serve(({ path }) =>
    path === '/gate'
      ? { status: 200, body: { doors: [{ door: 'all', name: '全部资金操作', closed }], past: [] } }
      : undefined,
  )
  renderAt(<AppRoutes />, '/gate')
  expect(await screen.findByText(/新安装的资金操作全部关闭/, {}, slow)).toBeVisible()
  expect(screen.getByRole('link', { name: '查看开业检查' })).toHaveAttribute(
    'href',
    expect.stringContaining('/opening'),
  )
  expect(screen.getByText(/还缺：存款通道/)).toBeVisible()
  expect(screen.getByRole('button', { name: '申请恢复' })).toBeDisabled()
}, 60_000)
