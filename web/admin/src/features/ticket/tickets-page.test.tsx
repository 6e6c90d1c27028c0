import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { TicketDetail } from '../../api/wire'
import { AppRoutes } from '../../routes'
import { ticket } from '../../testing/canned-ticket'
import { renderAt, type Sent, serve } from '../../testing/render'
import { ticketActions } from './rules'
import { TemplatesDialog } from './templates-dialog'
import { TicketDialog } from './ticket-dialogs'

const wait = { timeout: 60_000 }
const posts = (sent: Sent[]) => sent.filter((request) => request.method === 'POST')
const mine: TicketDetail = { ...ticket, takenBy: { id: 's1', name: 'wu' }, mine: true }

describe('the desk of support', () => {
  test('the queue opens a ticket with its thread as text, and a click takes it', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: mine } : undefined))
    renderAt(<AppRoutes />, '/tickets?open=tk1')
    expect(await screen.findByText('<b>没有到账</b>', {}, wait)).toBeVisible()
    expect(screen.getByRole('link', { name: '存款单 D1' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '领取' }))
    await waitFor(() => expect(posts(sent)[0]).toMatchObject({ path: '/tickets/tk1/take', body: { over: false } }))
  }, 120_000)

  test('an answer begins with a template and names the last text that was seen', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: mine } : undefined))
    renderAt(<TicketDialog action="answer" ticket={mine} onClose={() => {}} />)
    await userEvent.click(screen.getByRole('combobox', { name: '选择模板' }))
    await userEvent.click(await screen.findByTitle('正在核实'))
    expect(screen.getByLabelText('回复内容')).toHaveValue('您好，正在核实。')
    await userEvent.click(screen.getByRole('button', { name: '回复玩家' }))
    await waitFor(() =>
      expect(posts(sent)[0]).toMatchObject({
        path: '/tickets/tk1/answer',
        body: { text: '您好，正在核实。', last: 'e1', solve: false },
      }),
    )
  }, 30_000)

  test('an empty answer is not sent', async () => {
    const sent = serve()
    renderAt(<TicketDialog action="answer" ticket={mine} onClose={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: '回复玩家' }))
    expect(posts(sent)).toHaveLength(0)
  }, 30_000)

  test('templates are listed and removed after a question', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? { status: 204 } : undefined))
    renderAt(<TemplatesDialog onClose={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: '删除 正在核实' }, wait))
    const asked = (await screen.findByText('删除模板“正在核实”', {}, wait)).closest<HTMLElement>('[role=dialog]')
    await userEvent.click(within(asked ?? document.body).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(posts(sent)[0]).toMatchObject({ path: '/ticket-templates/t1/remove' }))
  }, 30_000)

  test('what may be done depends on who has the ticket and on the permission', () => {
    const other = { ...mine, mine: false }
    expect(ticketActions(ticket, false)).toEqual([])
    expect(ticketActions(ticket, true)).toEqual(['take', 'note'])
    expect(ticketActions(mine, true)).toEqual(['answer', 'note', 'release', 'solve'])
    expect(ticketActions(other, true)).toEqual(['over', 'note'])
    expect(ticketActions({ ...mine, state: 'solved' }, true)).toEqual(['note'])
  })
})
