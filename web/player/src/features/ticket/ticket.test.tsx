import { clearLogin } from '@shared/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askPath } from '../../ask-paths'
import { fakeServer, logIn, show } from '../../test/server'
import { fromBase64Url, toBase64Url } from '../../ui/base64-url'
import SupportPage from './support-page'

vi.mock('@shared/api/events', () => ({ watchEvents: () => () => {} }))

const server = fakeServer()
beforeEach(() => logIn())
afterEach(() => clearLogin())

const ticket = (more: object = {}) => ({
  Id: 't1',
  Kind: 'deposit',
  Subject: '存款没有到账',
  About: '',
  Ref: '',
  State: 'open',
  Unread: 0,
  Score: 0,
  CreateTime: '2026-03-02 12:00:00',
  ChangeTime: '2026-03-02 12:05:00',
  ...more,
})
const listOf = (...Items: object[]) => ({ Data: { Items, RowCount: Items.length, PageCount: 1, PageIndex: 1 } })
const list = '/v1/Select/TicketItems'
const thread = '/v1/Select/TicketThread'
const page = (
  <Routes>
    <Route path="/Support" element={<SupportPage />} />
    <Route path="/Support/:id" element={<SupportPage />} />
  </Routes>
)

describe('the questions of a player', () => {
  it('are listed with their state and what is new', async () => {
    server.reply({ [list]: listOf(ticket({ State: 'waiting', Unread: 2 }), ticket({ Id: 't2', State: 'solved' })) })
    show(page, '/Support')
    const rows = await screen.findByRole('list', { name: '我的问题' })
    expect(within(rows).getByText('2 条新回复')).toBeVisible()
    expect(within(rows).getByText('客服已回复')).toBeVisible()
    expect(within(rows).getAllByRole('link')[0]).toHaveAttribute('href', '#/Support/t1')
  })

  it('say that there are none, and come again when they failed', async () => {
    server.reply({ [list]: [503, { IsSuc: false, Message: '系统繁忙，请稍后再试' }] })
    show(page, '/Support')
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible()
    server.reply({ [list]: listOf() })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('还没有提交过问题')).toBeVisible()
  })

  it('are asked about an order that another page names; what is missing is said and nothing is sent', async () => {
    server.reply({
      [list]: listOf(),
      [thread]: { Data: { Ticket: ticket(), Texts: [] } },
      '/v1/Do/TicketOpenAction': { ResultMessage: '已提交，我们会尽快回复', Data: ticket() },
    })
    show(page, askPath('deposit', 'deposit', 'D1'))
    expect(await screen.findByText('关于存款单 D1')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: '提交' }))
    expect(await screen.findByText('请至少填写 2 个字')).toBeVisible()
    expect(server.callsTo('/v1/Do/TicketOpenAction')).toHaveLength(0)
    fireEvent.change(screen.getByLabelText('问题描述'), { target: { value: '  没有到账\n请帮我看看 ' } })
    fireEvent.click(screen.getByRole('button', { name: '提交' }))
    await waitFor(() => expect(window.location.hash).toBe('#/Support/t1'))
    const sent = server.callsTo('/v1/Do/TicketOpenAction')[0]?.form
    expect(Object.fromEntries(sent ?? [])).toEqual({
      kind: 'deposit',
      text: '没有到账\n请帮我看看',
      about: 'deposit',
      ref: 'D1',
    })
  })

  it('keep what was typed when the server refuses it', async () => {
    server.reply({
      [list]: listOf(),
      '/v1/Do/TicketOpenAction': { IsSuc: false, ErrorMessage: '您有5个工单还未解决，请在原工单中补充说明' },
    })
    show(page, askPath('other'))
    fireEvent.change(await screen.findByLabelText('问题描述'), { target: { value: '再问一个' } })
    fireEvent.click(screen.getByRole('button', { name: '提交' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/TicketOpenAction')).toHaveLength(1))
    expect(screen.getByLabelText('问题描述')).toHaveValue('再问一个')
  })
})

describe('a thread', () => {
  const texts = [
    { Id: 'e1', Side: 'player', Text: '<b>没有到账</b>\n第二行', Pictures: [], CreateTime: '2026-03-02 12:00:00' },
    { Id: 'e2', Side: 'staff', Text: '请上传凭证', Pictures: [], CreateTime: '2026-03-02 12:05:00' },
  ]

  it('shows texts as texts and sends a reply', async () => {
    server.reply({ [thread]: { Data: { Ticket: ticket({ State: 'waiting' }), Texts: texts } } })
    show(page, '/Support/t1')
    const shown = await screen.findByRole('list', { name: '对话' })
    expect(shown.querySelector('b')).toBeNull()
    expect(within(shown).getByText(/<b>没有到账<\/b>/)).toBeVisible()
    fireEvent.change(screen.getByLabelText('补充说明或回复'), { target: { value: '好的' } })
    fireEvent.click(screen.getByRole('button', { name: '发送' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/TicketReplyAction')[0]?.form.get('text')).toBe('好的'))
    await waitFor(() => expect(screen.getByLabelText('补充说明或回复')).toHaveValue(''))
  })

  it('is rated once, after it was solved', async () => {
    server.reply({ [thread]: { Data: { Ticket: ticket({ State: 'solved' }), Texts: texts } } })
    show(page, '/Support/t1')
    fireEvent.click(await screen.findByRole('button', { name: '4 分' }))
    server.reply({ [thread]: { Data: { Ticket: ticket({ State: 'solved', Score: 4 }), Texts: texts } } })
    fireEvent.click(screen.getByRole('button', { name: '提交评价' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/TicketRateAction')[0]?.form.get('score')).toBe('4'))
    expect(await screen.findByText('您的评价：4 分')).toBeVisible()
  })
})

it('a picture travels in the letters of addresses', async () => {
  expect(toBase64Url(new Uint8Array([0xfb, 0xff, 0xfe, 1]).buffer)).toBe('-__-AQ')
  expect([...fromBase64Url('-__-AQ')]).toEqual([0xfb, 0xff, 0xfe, 1])
})
