import { clearLogin } from '@shared/session'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeServer, logIn, show } from '../../test/server'
import SupportPage from './support-page'

const server = fakeServer()
beforeEach(() => logIn())
afterEach(() => clearLogin())

const expected = '近期一半的问题在 30 分钟内得到首次回复，回复后会在「消息」里通知您。'
const ticket = (State: string) => ({
  Id: 't1',
  Number: 'Q260302120000ABCDEF',
  Kind: 'deposit',
  Subject: '存款没有到账',
  About: '',
  Ref: '',
  State,
  Unread: 0,
  Score: 0,
  CreateTime: '2026-03-02 12:00:00',
  ChangeTime: '2026-03-02 12:05:00',
})
const page = (
  <Routes>
    <Route path="/Support" element={<SupportPage />} />
    <Route path="/Support/:id" element={<SupportPage />} />
  </Routes>
)
const list = (State: string) => ({
  '/v1/Select/TicketItems': {
    Data: { Items: [ticket(State)], Expected: expected, RowCount: 1, PageCount: 1, PageIndex: 1 },
  },
})

it('H-488 a question in the list has its number to copy, and the list says when to expect an answer', async () => {
  server.reply(list('open'))
  show(page, '/Support')
  const rows = within(await screen.findByRole('list', { name: '我的问题' }))
  expect(rows.getByText(/Q260302120000ABCDEF/)).toBeVisible()
  expect(rows.getByRole('button', { name: '复制问题编号' })).toBeVisible()
  expect(screen.getByText(expected)).toBeVisible()
})

it('H-488 a list without an open question promises no answer', async () => {
  server.reply(list('waiting'))
  show(page, '/Support')
  await screen.findByRole('list', { name: '我的问题' })
  expect(screen.queryByText(expected)).toBeNull()
})

it('H-488 the thread, to which a new question leads, has the number and the expected time', async () => {
  server.reply({ '/v1/Select/TicketThread': { Data: { Ticket: ticket('open'), Texts: [], Expected: expected } } })
  show(page, '/Support/t1')
  expect(await screen.findByText(/Q260302120000ABCDEF/)).toBeVisible()
  expect(screen.getByRole('button', { name: '复制问题编号' })).toBeVisible()
  expect(screen.getByText(expected)).toBeVisible()
})
