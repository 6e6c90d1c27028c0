import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import * as toasts from '../../ui/toast'
import { BankCardPanels } from './bank-card-panels'
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

const allowed = (MaxCards: number) => ({ '/v1/Select/WithdrawalInfo': { Data: { MaxCards, ChecksCard: true } } })

describe('CARD-01 the places for cards', () => {
  beforeEach(() => server.reply(allowed(3)))

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

  it.each([
    [1, 0],
    [2, 0],
    [4, 1],
  ])('the operator allows %i cards: two leave %i places to add one', async (most, places) => {
    server.reply({ ...allowed(most), '/v1/Select/PlayerBankItems': two })
    show(<CardSlots />)
    expect(await screen.findAllByRole('button', { name: /设为默认/ })).toHaveLength(2)
    expect(screen.queryAllByRole('link', { name: /添加银行卡/ })).toHaveLength(places)
  })

  it('a place stays where the number allowed cannot be read', async () => {
    server.reply({ '/v1/Select/WithdrawalInfo': [503, {}], '/v1/Select/PlayerBankItems': two })
    show(<CardSlots />)
    expect(await screen.findByRole('link', { name: /添加银行卡/ })).toBeVisible()
  })

  it('the binding page has no form once the cards that the operator allows are bound', async () => {
    server.reply({
      ...allowed(2),
      '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', TrueName: '王*' },
      '/v1/Select/PlayerBankItems': two,
    })
    const full = show(<BindCardForm />)
    expect(await screen.findByText('您已绑定 2 张银行卡，不能再添加')).toBeVisible()
    expect(screen.queryByLabelText('银行卡号')).toBeNull()
    full.unmount()
    server.reply(allowed(3))
    show(<BindCardForm />)
    expect(await screen.findByLabelText('银行卡号')).toBeVisible()
    expect(screen.queryByText(/不能再添加/)).toBeNull()
  })

  it('the title tells how many cards and addresses the operator allows', async () => {
    server.reply({
      '/v1/Select/WithdrawalInfo': { Data: { MaxCards: 5, MaxAddresses: 2, ChecksCard: true } },
      '/v1/Select/PlayerBankItems': two,
      '/v1/Select/GetUsdtAddAddress': { Data: [] },
    })
    show(<BankCardPanels>{null}</BankCardPanels>)
    expect(await screen.findByText('最多绑定 5 张，点击卡片可设为默认')).toBeVisible()
    expect(await screen.findByText('最多添加 2 个，点击地址可设为默认')).toBeVisible()
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('CARD-04 a wrong check digit stops the form only where it is checked: %s', async (ChecksCard, faults) => {
    server.reply({
      '/v1/Select/WithdrawalInfo': { Data: { MaxCards: 3, ChecksCard } },
      '/v1/Select/PlayerInfoItem': { PlayerName: 'demo01', TrueName: '王*' },
      '/v1/Select/PlayerBankItems': two,
    })
    show(<BindCardForm />)
    await userEvent.type(await screen.findByLabelText('银行卡号'), '6222021234567890123')
    await waitFor(() => expect(server.callsTo('/v1/Select/WithdrawalInfo').length).toBeGreaterThan(0))
    await userEvent.click(screen.getByRole('button', { name: '确认绑定' }))
    expect((await screen.findAllByText('不能为空')).length).toBeGreaterThan(0)
    expect(screen.queryAllByText('请输入正确的银行卡号')).toHaveLength(faults)
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
    // The dialog is loaded when it is first asked for.
    await userEvent.click(await screen.findByRole('button', { name: '确认删除' }, { timeout: 10_000 }))
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
