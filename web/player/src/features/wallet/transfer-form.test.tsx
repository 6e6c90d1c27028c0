import type { Balance } from '@shared/api/queries'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { chooseSide, TransferForm } from './transfer-form'

const server = fakeServer()
const path = '/v1/Do/CallPlatformTranscationAction'
const balance: Balance = {
  sumFen: 200050,
  centreFen: 100050,
  lockedFen: 0,
  transitFen: 0,
  autoTransfer: false,
  venues: [
    { code: '26', name: '鸿运棋院', fen: 100000, state: 'open', stale: false },
    { code: '31', name: '乐弈楼', fen: 0, state: 'maintenance', stale: false },
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
  expect(server.seen).toHaveLength(0)
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

it('MNT-03 a venue in maintenance cannot be chosen', () => {
  show(<TransferForm balance={balance} />)
  for (const option of screen.getAllByRole('option', { name: /乐弈楼/ })) expect(option).toBeDisabled()
})
