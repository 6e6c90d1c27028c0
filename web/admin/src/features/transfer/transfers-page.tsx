import { useMemo } from 'react'
import type { Transfer } from '../../api/wire'
import { ProFormSelect, ProFormText, Segmented } from '../../kit'
import { text } from '../../text/zh-cn'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { useUrlState } from '../../ui/use-url-state'
import { transferColumns } from './columns'
import { TransferDrawer } from './transfer-drawer'

const words = text.transfer
const idOf = (row: Transfer) => row.id
const stuckOnly = { stuck: '1' }
const everything = {}

export default function TransfersPage() {
  const url = useUrlState()
  const { setOpen } = url
  const view = url.filters.view === 'all' ? 'all' : 'stuck'
  const columns = useMemo(() => transferColumns((row) => setOpen(row.id)), [setOpen])
  return (
    <>
      <ListPage<Transfer>
        title={words.title}
        name="transfers"
        path="/transfers"
        url={url}
        fixed={view === 'stuck' ? stuckOnly : everything}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        toolbar={
          <Segmented<'stuck' | 'all'>
            key="view"
            aria-label={words.viewLabel}
            value={view}
            options={[
              { value: 'stuck', label: words.views.stuck },
              { value: 'all', label: words.views.all },
            ]}
            onChange={(next) => url.setFilters({ ...url.filters, state: '', view: next })}
          />
        }
        filters={[
          view === 'all' && <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="order" name="order" label={words.order} />,
          <DaysFilter key="days" />,
        ].filter(Boolean)}
      />
      <TransferDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}
