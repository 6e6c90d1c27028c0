import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import * as toasts from '../../ui/toast'
import { BindCardForm } from './bind-card-form'
import { CardSlots } from './card-slots'

const server = fakeServer()
beforeEach(logIn)
const setDefault = '/v1/Do/SetBankItemDefaultAction'
const card = (Id: number, BankName: string, tail: string, IsDefault: boolean) => ({
  Id,
  BankName,
  BankType: 'ICBC',
  AccountNumber: `***************${tail}`,
  TrueName: '王*',
  IsDefault,
})
const two = { PlayerBanks: [card(1, '工商银行', '0128', false), card(2, '建设银行', '7777', true)] }

describe('CARD-01 the three places for cards', () => {
  it('the default card is first, numbers are in groups of four, the empty place leads to the binding page', async () => {
    server.reply({ '/v1/Select/PlayerBankItems': two })
    show(<CardSlots />)
    const cards = await screen.findAllByRole('button', { name: /设为默认/ })
    expect(cards.map((face) => face.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
    expect(cards[0]).toHaveTextContent('建设银行')
    expect(cards[1]).toHaveTextContent('**** **** **** 0128')
    expect(screen.getByRole('link')).toHaveAttribute('href', '#/BaseInfo/bank')
  })

  it('however many places are empty, one of them says how a card is added, and none when all are taken', async () => {
    server.reply({ '/v1/Select/PlayerBankItems': { PlayerBanks: [] } })
    const none = show(<CardSlots />)
    expect(await screen.findByRole('link', { name: /添加银行卡/ })).toBeVisible()
    none.unmount()
    server.reply({
      '/v1/Select/PlayerBankItems': { PlayerBanks: [...two.PlayerBanks, card(3, '招商银行', '5555', false)] },
    })
    show(<CardSlots />)
    expect(await screen.findAllByRole('button', { name: /设为默认/ })).toHaveLength(3)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('a click makes a card the default and says so; a click on the default one asks nothing', async () => {
    const said = vi.spyOn(toasts, 'toast')
    server.reply({ '/v1/Select/PlayerBankItems': two })
    show(<CardSlots />)
    await userEvent.click(await screen.findByRole('button', { name: /建设银行/ }))
    expect(server.callsTo(setDefault)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: /工商银行/ }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', '设置成功'))
    expect(server.callsTo(setDefault)[0]?.form.get('id')).toBe('1')
    await waitFor(() => expect(server.callsTo('/v1/Select/PlayerBankItems')).toHaveLength(2))
  })

  it('H-101 a card is removed with the password, and a refusal is said in the dialog', async () => {
    const remove = '/v1/Do/RemoveBankItemAction'
    server.reply({ '/v1/Select/PlayerBankItems': two, [remove]: { IsSuc: false, ErrorMessage: '当前密码错误' } })
    show(<CardSlots />)
    await userEvent.click(await screen.findByRole('button', { name: '删除银行卡 0128' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认删除' }))
    expect(await screen.findByText('请输入提款密码')).toBeVisible()
    expect(server.callsTo(remove)).toHaveLength(0)
    await userEvent.type(screen.getByLabelText('提款密码'), 'secret88')
    await userEvent.click(screen.getByRole('button', { name: '确认删除' }))
    expect(await screen.findByText('当前密码错误')).toBeVisible()
    expect(Object.fromEntries(server.callsTo(remove)[0]?.form ?? [])).toEqual({ id: '1', password: 'secret88' })
  })

  it('a refusal says 设置失败', async () => {
    const said = vi.spyOn(toasts, 'toast')
    server.reply({ '/v1/Select/PlayerBankItems': two, [setDefault]: { IsSuc: false, ErrorMessage: 'no' } })
    show(<CardSlots />)
    await userEvent.click(await screen.findByRole('button', { name: /工商银行/ }))
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '设置失败'))
  })
})

describe('CARD-03 bank lists', () => {
  const player = { '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', TrueName: '王*' } }

  it('a 400 of either list is ignored', async () => {
    server.reply({
      ...player,
      '/v1/Select/PlayerBankItems': [400, { Message: 'X400' }],
      '/v1/Select/GetWithdrawalBank': [400, { Message: 'X400' }],
    })
    show(<BindCardForm />)
    expect(await screen.findByLabelText('开户银行')).toBeEnabled()
    await waitFor(() => expect(server.callsTo('/v1/Select/GetWithdrawalBank')).toHaveLength(1))
    expect(screen.queryByText('X400')).toBeNull()
    show(<CardSlots />)
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(0)
    expect(screen.queryByText('X400')).toBeNull()
  })

  it('an empty list that comes with an ErrorMessage shows it', async () => {
    const said = vi.spyOn(toasts, 'toast')
    server.reply({
      ...player,
      '/v1/Select/PlayerBankItems': { PlayerBanks: [], ErrorMessage: '暂无银行卡' },
      '/v1/Select/GetWithdrawalBank': { Data: [], ErrorMessage: '暂无可用银行' },
    })
    show(<BindCardForm />)
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', '暂无可用银行'))
    expect(said).toHaveBeenCalledWith('error', '暂无银行卡')
  })
})
