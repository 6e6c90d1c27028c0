import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListView } from '../api/wire'
import { renderAt, serve } from '../testing/render'
import { text } from '../text/zh-cn'
import { ListPage } from './list-page'
import { useUrlState } from './use-url-state'

interface Row {
  id: string
  amount: string
}

const asked: string[] = []
const header = () => document.querySelectorAll('th')[1] as HTMLElement

function Page() {
  const url = useUrlState()
  return (
    <ListPage<Row>
      title="存款"
      name="test"
      path="/things"
      url={url}
      rowKey={(row) => row.id}
      columns={[
        { title: '单号', key: 'id', render: (_, row) => row.id },
        { title: '金额', key: 'amount', render: (_, row) => row.amount },
      ]}
    />
  )
}

const view: ListView = {
  id: 'v1',
  owner: 'boss',
  mine: false,
  start: true,
  list: '/things',
  name: '大额',
  shared: true,
  filters: { state: 'open' },
  days: 0,
  part: '',
  sort: '-amount',
  hidden: [],
}

function house(views: ListView[]) {
  serve()
  const usual = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const reply = (body: unknown) => new Response(JSON.stringify(body), { status: 200 })
    if (url.includes('/views')) return reply({ items: views })
    if (!url.includes('/things')) return usual(url, init)
    asked.push(url.replace(/.*\?/, ''))
    const query = new URLSearchParams(url.replace(/.*\?/, ''))
    const walk = { sort: query.get('sort') ?? '-id', sorts: ['id', 'amount'], next: 'N1', prev: query.get('after') }
    return reply({ items: [{ id: 'D1', amount: '5.00' }], total: 3, walk })
  })
}

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

describe('a list that is read by cursor (H-417)', () => {
  test('its headers change the order and the address keeps it', async () => {
    house([])
    renderAt(<Page />, '/things?after=X')
    await screen.findByText('D1')
    expect(asked[0]).toContain('after=X')
    fireEvent.click(header())
    await waitFor(() => expect(asked.at(-1)).toContain('sort=-amount'))
    expect(asked.at(-1)).not.toContain('after')
    await waitFor(() => expect(document.querySelector('th[aria-sort=descending]')?.textContent).toContain('金额'))
    fireEvent.click(header())
    await waitFor(() => expect(asked.at(-1)).toContain('sort=amount'))
  })

  test('it goes on behind the last row, and back to the first page', async () => {
    house([])
    renderAt(<Page />, '/things')
    await screen.findByText('D1')
    fireEvent.click(screen.getByText(text.list.next))
    await waitFor(() => expect(asked.at(-1)).toContain('after=N1'))
    fireEvent.click(screen.getByText(text.list.first))
    await waitFor(() => expect(asked.at(-1)).not.toContain('after'))
  })
})

describe('saved views (H-418)', () => {
  test('a list opens with the view that was chosen for it', async () => {
    house([view])
    renderAt(<Page />, '/things')
    await waitFor(() => expect(asked.at(-1)).toContain('sort=-amount'))
    expect(asked.at(-1)).toContain('state=open')
    expect(screen.getByText('大额 · boss').closest('button')?.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByText(text.views.usual))
    await waitFor(() => expect(asked.at(-1)).not.toContain('state=open'))
  })

  test('an address that says what to show is obeyed', async () => {
    house([view])
    renderAt(<Page />, '/things?player=ming')
    await screen.findByText('大额 · boss')
    expect(asked.at(-1)).toContain('player=ming')
    expect(asked.at(-1)).not.toContain('state=open')
  })
})
