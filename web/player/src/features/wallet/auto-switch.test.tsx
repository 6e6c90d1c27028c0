import { balanceQuery } from '@shared/api/queries'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { AutoSwitch } from './auto-switch'

const server = fakeServer()
beforeEach(logIn)
const path = '/v1/Do/SetAutoAction'

function Switch() {
  const { data } = useQuery(balanceQuery)
  return data ? <AutoSwitch on={data.autoTransfer} /> : null
}

it('TRF-02 the switch flips when the server has said yes, and only then', async () => {
  let answer = (_: object) => {}
  server.reply({
    '/v1/Select/PlayerBalance': { SumAmount: 0, Balance: 0, LockBalance: 0, TransitBalance: 0, IsAuTransfer: 0 },
    [path]: () => new Promise<object>((resolve) => (answer = resolve)),
  })
  show(<Switch />)
  const auto = await screen.findByRole('switch', { name: '自动转账' })
  await userEvent.click(auto)
  await waitFor(() => expect(server.callsTo(path)).toHaveLength(1))
  expect(auto).not.toBeChecked()
  answer({ ResultMessage: '设置成功' })
  await waitFor(() => expect(auto).toBeChecked())
  // The word says what it is, not what a press does.
  expect(auto).toHaveTextContent('自动转账')
  expect(server.callsTo(path)[0]?.form.get('auto')).toBe('1')
})

it('TRF-02 a refused switch stays as it was', async () => {
  server.reply({
    '/v1/Select/PlayerBalance': { SumAmount: 0, Balance: 0, LockBalance: 0, TransitBalance: 0, IsAuTransfer: 1 },
    [path]: { IsSuc: false, ErrorMessage: '设置失败' },
  })
  show(<Switch />)
  const auto = await screen.findByRole('switch', { name: '自动转账' })
  await userEvent.click(auto)
  await waitFor(() => expect(auto).toBeEnabled())
  expect(server.callsTo(path)[0]?.form.get('auto')).toBe('0')
  expect(auto).toBeChecked()
})
