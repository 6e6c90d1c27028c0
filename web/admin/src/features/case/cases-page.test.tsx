import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { CaseDetail, TransferDetail } from '../../api/wire'
import { AppRoutes } from '../../routes'
import { cases, transfers } from '../../testing/canned'
import { renderAt, type Sent, serve } from '../../testing/render'
import { SettleDialog } from '../transfer/transfer-drawer'
import { CaseDialog } from './case-dialogs'

const wait = { timeout: 15_000 }
const waiting = { status: 202, body: { status: 'waiting', approvalId: '40' } }
const canned = (id: string) => cases.find((row) => row.id === id) as CaseDetail
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')

describe('cases', () => {
  test('the list shows what is open, and a case what each side said', async () => {
    serve()
    renderAt(<AppRoutes />, '/cases?open=owed%3A73')
    expect(await screen.findByText('存款冲正', {}, wait)).toBeVisible()
    expect(screen.getByText('待认领款项 S20261121110000123')).toBeVisible()
    expect(screen.getByText(/type=refund/)).toBeVisible()
    // Somebody asked already: what is left is to decide, elsewhere and by another person.
    expect(screen.getByText('去复核')).toBeVisible()
    expect(screen.queryByText('处理欠款')).toBeNull()
  }, 30_000)

  test('money in suspense goes to an order or a player, not to both and not to nobody', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? waiting : undefined))
    renderAt(<CaseDialog action="money.assign" detail={canned('money:S20261121110000123')} onClose={() => {}} />)
    const send = () => userEvent.click(screen.getByRole('button', { name: '认领入账' }))
    await userEvent.click(screen.getByRole('button', { name: '对账单核对一致' }))
    await send()
    expect(await screen.findByText('订单号与玩家账号填其一')).toBeVisible()
    expect(posts(sent)).toHaveLength(0)
    await userEvent.type(screen.getByLabelText('或玩家账号'), 'demo01')
    await send()
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/money/S20261121110000123/assign',
      body: { player: 'demo01', reason: '对账单核对一致' },
    })
  }, 30_000)

  test('a debt is settled for what is owed unless another amount is typed', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? waiting : undefined))
    renderAt(<CaseDialog action="owed.settle" detail={canned('owed:73')} onClose={() => {}} />)
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.click(await screen.findByTitle('从中心钱包收取'))
    await userEvent.click(screen.getByRole('button', { name: '已与玩家电话核实' }))
    await userEvent.click(screen.getByRole('button', { name: '处理欠款' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/players/73/owed',
      body: { action: 'collect', amount: '400.00', reason: '已与玩家电话核实' },
    })
  }, 30_000)

  test('a misbooked transfer is settled with what the venue says it booked', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? waiting : undefined))
    const transfer = { ...(transfers[0] as TransferDetail), moved: '1.00' }
    renderAt(<SettleDialog transfer={transfer} onClose={() => {}} />)
    expect(await screen.findByLabelText('场馆实际金额（与订单不同时填写）')).toHaveValue('1.00')
    await userEvent.type(screen.getByLabelText('依据'), 'KY-20261121-7')
    await userEvent.type(screen.getByLabelText('原因'), '场馆只入账一元')
    await userEvent.click(screen.getByRole('button', { name: '人工结算' }))
    await waitFor(() => expect(posts(sent)).toHaveLength(1))
    expect(posts(sent)[0]).toMatchObject({
      path: '/transfers/901/settle',
      body: { outcome: 'done', proved: '1.00', evidence: 'KY-20261121-7', reason: '场馆只入账一元' },
    })
  }, 30_000)

  test('a failed load says why', async () => {
    serve(({ path }) =>
      path === '/cases' ? { status: 503, body: { code: 'x', message: '服务暂时不可用' } } : undefined,
    )
    renderAt(<AppRoutes />, '/cases')
    expect(await screen.findByText('服务暂时不可用', {}, wait)).toBeVisible()
  }, 30_000)
})
