import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderAt, serve } from '../testing/render'
import { text } from '../text/zh-cn'
import { type BulkAct, BulkBar, BulkSheet, callsOf, whyNot } from './bulk'

interface Row {
  id: string
  kind: string
  mine: boolean
}

const act: BulkAct<Row> = {
  key: 'approve',
  label: '批量通过',
  sort: ({ kind }) => kind,
  call: (row) => (row.mine ? undefined : { id: row.id, label: row.id, path: `/approvals/${row.id}/approve`, body: {} }),
}
const row = (id: string, kind = 'a', mine = false): Row => ({ id, kind, mine })
const words = text.bulk

afterEach(() => vi.unstubAllGlobals())

describe('bulk acts send the same calls as the buttons of the rows (H-419)', () => {
  test('rows that a person may not do it to are never sent', () => {
    expect(callsOf(act, [row('1'), row('2', 'a', true)]).map(({ id }) => id)).toEqual(['1'])
    expect(whyNot(act, [row('2', 'a', true)], [])).toBe(words.none)
  })

  test('only requests of one kind are decided together', () => {
    const chosen = [row('1', 'a'), row('2', 'b')]
    expect(whyNot(act, chosen, callsOf(act, chosen))).toBe(words.mixed)
    const one = [row('1', 'a'), row('2', 'b', true)]
    expect(whyNot(act, one, callsOf(act, one))).toBeUndefined()
  })

  test('more rows than a person reads are refused', () => {
    const many = Array.from({ length: 51 }, (_, i) => row(String(i)))
    expect(whyNot(act, many, callsOf(act, many))).toBe(words.tooMany(50))
  })

  test('each row has its own key and outcome; only an unknown one is sent again, with the same key', async () => {
    let lost = true
    const sent = serve(({ path }) => {
      if (path === '/approvals/2/approve')
        return { status: 409, body: { code: 'staff.decided', message: '已被他人处理' } }
      if (path === '/approvals/3/approve' && lost) {
        lost = false
        throw new TypeError('connection lost')
      }
      if (path === '/approvals/4/approve') return { status: 202, body: { status: 'waiting' } }
      return path.startsWith('/approvals/') ? { status: 200, body: {} } : undefined
    })
    const calls = callsOf(act, [row('1'), row('2'), row('3'), row('4')])
    renderAt(<BulkSheet act={act} calls={calls} skipped={1} onClose={() => {}} />)
    fireEvent.click(screen.getByText(words.start))
    await screen.findByText(words.sum(2, 1, 1))
    expect(screen.getByText('已被他人处理')).toBeTruthy()
    await screen.findByText(text.action.close) // all answers are in
    fireEvent.click(screen.getByText(words.again))
    await screen.findByText(words.sum(3, 1, 0))
    const posts = sent.filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path.split('/')[2])).toEqual(['1', '2', '3', '4', '3'])
    expect(posts[2]?.key).toBe(posts[4]?.key)
    expect(new Set(posts.map(({ key }) => key)).size).toBe(4)
  })

  test('a reason is asked for once and sent with each call', async () => {
    const sent = serve(({ method }) => (method === 'POST' ? { status: 200, body: {} } : undefined))
    const calls = callsOf(act, [row('1'), row('2')])
    renderAt(<BulkSheet act={{ ...act, reason: 'reason' }} calls={calls} skipped={0} onClose={() => {}} />)
    fireEvent.click(screen.getByText(words.start))
    await screen.findByText(text.action.reasonEmpty)
    expect(sent).toEqual([])
    fireEvent.change(screen.getByPlaceholderText(text.action.reasonPlaceholder), { target: { value: '资料不符' } })
    fireEvent.click(screen.getByText(words.start))
    await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2))
    expect(sent.map(({ body }) => body)).toEqual([{ reason: '资料不符' }, { reason: '资料不符' }])
  })

  test('the bar says how many are chosen', () => {
    serve()
    renderAt(<BulkBar chosen={[row('1')]} acts={[act]} onClear={() => {}} />)
    expect(screen.getByText(words.chosen(1))).toBeTruthy()
  })
})
