import { clearLogin } from '@shared/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import { InboxBell } from './inbox-bell'
import InboxPage from './inbox-page'
import { messagePath, unreadPollMs } from './inbox-queries'

const events = vi.hoisted(() => ({ hear: undefined as undefined | ((name: string) => void) }))
vi.mock('@shared/api/events', () => ({
  watchEvents: ({ onEvent }: { onEvent: (name: string) => void }) => {
    events.hear = onEvent
    return () => {
      events.hear = undefined
    }
  },
}))

vi.mock('../push/push-switch', () => ({ default: () => <p>推送开关</p> }))

const server = fakeServer()
beforeEach(() => logIn())
afterEach(() => {
  vi.useRealTimers()
  clearLogin()
})

const list = '/v1/Select/InboxItems'
const unread = '/v1/Select/InboxUnread'
const message = (more: object = {}) => ({
  Id: 'm1',
  Kind: 'deposit',
  Title: '存款到账 ¥500.00',
  Text: '<img src=x onerror=alert(1)>',
  About: 'deposit',
  Ref: 'D1',
  CreateTime: '2026-03-02 12:00:00',
  Read: false,
  ...more,
})
const page = (...Items: object[]) => ({
  Data: { Items, Unread: Items.length, RowCount: Items.length, PageCount: 1, PageIndex: 1 },
})

describe('the messages', () => {
  it('show a text as text and lead to what they are about, which marks them as read', async () => {
    server.reply({
      [list]: page(message(), message({ Id: 'm2', About: '', Kind: 'maintenance', Title: '站点维护通知' })),
    })
    show(<InboxPage />)
    const rows = await screen.findByRole('list', { name: '消息' })
    expect(rows.querySelector('img')).toBeNull()
    const link = within(rows).getByRole('link', { name: /存款到账/ })
    expect(link).toHaveAttribute('href', '#/CashLog?tab=deposit&start=2026-02-23&end=2026-03-02')
    fireEvent.click(link)
    fireEvent.click(within(rows).getByRole('button', { name: /站点维护通知/ }))
    await waitFor(() =>
      expect(server.callsTo('/v1/Do/InboxReadAction').map(({ form }) => form.get('id'))).toEqual(['m1', 'm2']),
    )
  })

  it('say that there are none, and why', async () => {
    server.reply({ [list]: page() })
    show(<InboxPage />)
    expect(await screen.findByText('还没有消息')).toBeVisible()
    expect(screen.getByRole('button', { name: '全部标为已读' })).toBeDisabled()
  })

  it('can be asked for again when they do not come', async () => {
    server.reply({ [list]: [503, { IsSuc: false, Message: '系统繁忙，请稍后再试' }] })
    show(<InboxPage />)
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible()
    server.reply({ [list]: page(message()) })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('存款到账 ¥500.00')).toBeVisible()
  })

  it('on the phone, the switch of web push comes below them and moves none', async () => {
    document.documentElement.dataset.form = 'h5'
    server.reply({ [list]: page(message()) })
    show(<InboxPage />)
    const rows = await screen.findByRole('list', { name: '消息' })
    const place = rows.compareDocumentPosition(await screen.findByText('推送开关'))
    expect(place).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    document.documentElement.dataset.form = ''
  })

  it('are all marked at once', async () => {
    server.reply({ [list]: page(message()) })
    show(<InboxPage />)
    await screen.findByText('存款到账 ¥500.00')
    server.reply({ [list]: page(message({ Read: true })) })
    fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
    await waitFor(() => expect(server.callsTo('/v1/Do/InboxReadAllAction')).toHaveLength(1))
    await waitFor(() => expect(server.callsTo(list)).toHaveLength(2))
  })

  it('each lead to a page of this site', () => {
    const time = '2026-03-02 12:00:00'
    for (const about of ['deposit', 'withdrawal', 'promotion', 'vip', 'card', 'profile', 'identity'] as const) {
      expect(messagePath({ about, ref: 'R', time })).toMatch(/^\/\w/)
    }
    expect(messagePath({ about: '', ref: '', time })).toBe('')
  })
})

describe('the bell', () => {
  const count = (Unread: number) => ({ [unread]: { Data: { Unread, Newest: 'm1' } } })

  it('counts to 99 and asks at once when the stream tells of a message', async () => {
    server.reply(count(3))
    show(<InboxBell />)
    expect(await screen.findByRole('link', { name: '消息，3 条未读' })).toHaveAttribute('href', '#/Inbox')
    server.reply(count(100))
    act(() => events.hear?.('deposit'))
    expect(server.callsTo(unread)).toHaveLength(1)
    act(() => events.hear?.('inbox'))
    expect(await screen.findByRole('link', { name: '消息，99+ 条未读' })).toBeVisible()
  })

  it('asks every minute where no stream can be had', async () => {
    vi.useFakeTimers()
    server.reply(count(0))
    show(<InboxBell />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    const before = server.callsTo(unread).length
    await act(() => vi.advanceTimersByTimeAsync(unreadPollMs + 10))
    expect(server.callsTo(unread).length).toBe(before + 1)
    expect(screen.getByRole('link', { name: '消息' })).toBeVisible()
  })
})
