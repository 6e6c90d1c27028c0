import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Ticket } from '../../api/wire'
import { Button, type ProColumns, ProFormSelect, ProFormText, Segmented, Space } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { BulkBar } from '../../ui/bulk'
import { StateTag } from '../../ui/facts'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { bulkTickets } from './bulk'
import { ticketTone } from './rules'
import { TemplatesDialog } from './templates-dialog'
import { TicketDrawer } from './ticket-drawer'

const words = text.ticket
type View = keyof typeof words.views
const views = Object.entries(words.views).map(([value, label]) => ({ value, label }))
const idOf = (row: Ticket) => row.id

/** TicketsPage is the desk of support: the queue, oldest first, one's own, and all of them. */
export default function TicketsPage() {
  const url = useUrlState()
  const { may } = useSession()
  const { setOpen } = url
  const [templates, setTemplates] = useState(false)
  const [chosen, setChosen] = useState<Ticket[]>([])
  const view: View = (Object.keys(words.views) as View[]).find((name) => name === url.filters.view) ?? 'queue'
  const columns = useMemo(() => ticketColumns((row) => setOpen(row.id)), [setOpen])
  const fixed = useMemo(
    () => ({
      view: undefined,
      ...(view === 'queue' ? { state: 'queue' } : {}),
      ...(view === 'mine' ? { mine: '1' } : {}),
    }),
    [view],
  )
  return (
    <>
      <ListPage<Ticket>
        title={words.title}
        name="tickets"
        path="/tickets"
        url={url}
        fixed={fixed}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        above={
          <Segmented
            options={views}
            value={view}
            onChange={(next) => {
              const { view: _view, state: _state, ...kept } = url.filters
              url.setFilters({ ...kept, view: String(next) })
            }}
          />
        }
        selection={may('ticket.answer') ? { chosen, onChange: setChosen } : undefined}
        toolbar={
          may('ticket.answer') && (
            <Space key="tools" wrap>
              <BulkBar chosen={chosen} acts={bulkTickets} onClear={() => setChosen([])} />
              <Button onClick={() => setTemplates(true)}>{words.templates}</Button>
            </Space>
          )
        }
        filters={[
          <ProFormSelect key="kind" name="kind" label={words.kind} valueEnum={words.kinds} />,
          ...(view === 'queue'
            ? []
            : [<ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />]),
          <ProFormText key="playerId" name="playerId" label={words.playerId} />,
        ]}
      />
      <TicketDrawer id={url.open} onClose={() => setOpen(undefined)} />
      {templates && <TemplatesDialog onClose={() => setTemplates(false)} />}
    </>
  )
}

function ticketColumns(onOpen: (row: Ticket) => void): ProColumns<Ticket>[] {
  return [
    {
      title: words.subject,
      key: 'subject',
      fixed: 'left',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => onOpen(row)}>
          {row.subject}
        </Button>
      ),
    },
    { title: words.kind, key: 'kind', render: (_, row) => words.kinds[row.kind] },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => <StateTag label={words.states[row.state]} tone={ticketTone[row.state]} />,
    },
    {
      title: words.player,
      key: 'player',
      render: (_, row) => <Link to={paths.player(row.playerId)}>{row.playerId}</Link>,
    },
    { title: words.taken, key: 'taken', render: (_, row) => row.takenBy?.name ?? words.nobody },
    { title: words.asked, key: 'asked', align: 'right', render: (_, row) => row.asked || '—' },
    { title: words.score, key: 'score', render: (_, row) => (row.score > 0 ? words.scoreOf(row.score) : '—') },
    { title: words.changed, key: 'changed', render: (_, row) => <Time ms={row.changedAt} /> },
    { title: words.opened, key: 'opened', render: (_, row) => <Time ms={row.openedAt} /> },
  ]
}
