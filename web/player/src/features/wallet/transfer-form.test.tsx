import type { LiveBalance } from '@shared/api/live-balance'
import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import * as toasts from '../../ui/toast'
import { chooseSide, TransferForm } from './transfer-form'

const server = fakeServer()
const path = '/v1/Do/CallPlatformTranscationAction'
const balance: LiveBalance = {
  sumFen: 200050,
  centreFen: 100050,
  lockedFen: 0,
  transitFen: 0,
  autoTransfer: false,
  launch: { brings: 'nothing' as const, amountFen: 0, recall: false },
  venues: [
    { code: '26', name: '鸿运棋院', fen: 100000, state: 'open', stale: false, live: true, openFen: 0 },
    { code: '31', name: '乐弈楼', fen: 0, state: 'maintenance', stale: false, live: true, openFen: 0 },
  ],
}
beforeEach(logIn)

it('TRF-02 one side is always the centre wallet', () => {
  expect(chooseSide({ from: 'centre', to: '26' }, 'to', 'centre', '26')).toEqual({ from: '26', to: 'centre' })
  expect(chooseSide({ from: 'centre', to: '26' }, 'from', '31', '26')).toEqual({ from: '31', to: 'centre' })
  expect(chooseSide({ from: 'centre', to: '' }, 'to', 'centre', '26')).toEqual({ from: '26', to: 'centre' })
  expect(chooseSide({ from: '26', to: 'centre' }, 'to', '31', '26')).toEqual({ from: 'centre', to: '31' })
})

it('TRF-04 refuses an empty amount and an unchosen side with their messages', async () => {
  show(<TransferForm balance={balance} />)
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  expect(screen.getByText('转账金额不能为空或0')).toBeVisible()
  expect(screen.getByLabelText('转入')).toHaveAccessibleDescription('请选择')
  expect(server.callsTo(path)).toHaveLength(0)
})

it('TRF-02, TRF-03 the maximum is whole yuan, and a double click transfers once', async () => {
  server.reply({ [path]: { ResultMessage: '转账成功', Status: 1 } })
  const user = userEvent.setup()
  show(<TransferForm balance={balance} />)
  await user.selectOptions(screen.getByLabelText('转入'), '26')
  await user.click(screen.getByRole('button', { name: '最大' }))
  expect(screen.getByLabelText('转账金额')).toHaveValue('1000')
  await user.dblClick(screen.getByRole('button', { name: '立即转账' }))
  await waitFor(() => expect(screen.getByLabelText('转账金额')).toHaveValue(''))
  const calls = server.callsTo(path)
  expect(calls).toHaveLength(1)
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    playerName: 'demo01',
    platformId: '26',
    transactionType: '1',
    amount: '1000',
  })
  expect(calls[0]?.headers.get('Idempotency-Key')).toBeTruthy()
})

it('TRF-03 the answer’s sentence is shown after success and failure, and the balances are read again', async () => {
  const said = vi.spyOn(toasts, 'toast')
  const Reader = () => <p>{useQuery(balanceQuery).data?.centreFen}</p>
  server.reply({ '/v1/Select/PlayerBalance': { Balance: 5 }, [path]: { ResultMessage: '转账成功', Status: 1 } })
  show(
    <>
      <Reader />
      <TransferForm balance={balance} />
    </>,
  )
  await screen.findByText('500')
  server.reply({ '/v1/Select/PlayerBalance': { Balance: 4 } })
  await userEvent.selectOptions(screen.getByLabelText('转入'), '26')
  await userEvent.type(screen.getByLabelText('转账金额'), '1')
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  expect(await screen.findByText('400')).toBeVisible()
  expect(said.mock.calls.at(-1)?.slice(0, 2)).toEqual(['success', '转账成功'])
  server.reply({ '/v1/Select/PlayerBalance': { Balance: 3 }, [path]: { IsSuc: false, ResultMessage: '场馆维护中' } })
  await userEvent.type(screen.getByLabelText('转账金额'), '1')
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  expect(await screen.findByText('300')).toBeVisible()
  expect(said.mock.calls.at(-1)?.slice(0, 2)).toEqual(['error', '场馆维护中'])
  expect(screen.getByLabelText('转账金额')).toHaveValue('1')
})

const outOf = (venue: Partial<LiveBalance['venues'][number]>): LiveBalance => ({
  ...balance,
  venues: balance.venues.map((v) => (v.code === '26' ? { ...v, ...venue } : v)),
})

it('TRF-02 what the venue told is the limit of a transfer out of it', async () => {
  server.reply({ [path]: { ResultMessage: '转账成功', Status: 1 } })
  show(<TransferForm balance={outOf({ fen: 54_000 })} />)
  await userEvent.selectOptions(screen.getByLabelText('转出'), '26')
  await userEvent.type(screen.getByLabelText('转账金额'), '541')
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  expect(screen.getByText('超出当前余额限制')).toBeVisible()
  expect(server.callsTo(path)).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: '最大' }))
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  await waitFor(() => expect(server.callsTo(path)[0]?.form.get('amount')).toBe('540'))
})

it('TRF-02 where a venue did not tell its balance, the server decides', async () => {
  server.reply({ [path]: { ResultMessage: '转账成功', Status: 1 } })
  show(<TransferForm balance={outOf({ fen: 0, stale: true, live: false })} />)
  expect(screen.getAllByRole('option', { name: /鸿运棋院 未知/ })).toHaveLength(2)
  await userEvent.selectOptions(screen.getByLabelText('转出'), '26')
  expect(screen.getByText('暂时无法查询该场馆余额，以场馆实际余额为准')).toBeVisible()
  await userEvent.type(screen.getByLabelText('转账金额'), '300')
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  await waitFor(() => expect(server.callsTo(path)[0]?.form.get('amount')).toBe('300'))
})

it('MNT-03 a transfer to a venue whose maintenance began meanwhile says until when, and can be sent again', async () => {
  const said = vi.spyOn(toasts, 'toast')
  const sentence = '该场馆正在维护，预计 2026-03-02 14:00:00 恢复'
  server.reply({ [path]: { IsSuc: false, ErrorMessage: sentence, ResultMessage: sentence } })
  show(<TransferForm balance={balance} />)
  await userEvent.selectOptions(screen.getByLabelText('转入'), '26')
  await userEvent.type(screen.getByLabelText('转账金额'), '20')
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  await waitFor(() => expect(said.mock.calls.at(-1)?.slice(0, 2)).toEqual(['error', sentence]))
  expect(screen.getByLabelText('转账金额')).toHaveValue('20')
  server.reply({ [path]: { ResultMessage: '转账成功', Status: 1 } })
  await userEvent.click(screen.getByRole('button', { name: '立即转账' }))
  await waitFor(() => expect(screen.getByLabelText('转账金额')).toHaveValue(''))
  expect(server.callsTo(path)).toHaveLength(2)
})

it('MNT-03 a venue in maintenance cannot be chosen', () => {
  show(<TransferForm balance={balance} />)
  for (const option of screen.getAllByRole('option', { name: /乐弈楼/ })) expect(option).toBeDisabled()
})
