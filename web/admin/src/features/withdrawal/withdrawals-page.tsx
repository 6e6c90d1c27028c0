import { useMemo, useState } from 'react'
import type { SumPage, Withdrawal, Yuan as YuanText } from '../../api/wire'
import { ProFormSelect, ProFormText, Segmented, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { BulkBar } from '../../ui/bulk'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { bulkClaim } from './bulk'
import { withdrawalColumns } from './columns'
import { type View, viewOf, viewQuery, views } from './rules'
import { WithdrawalDrawer } from './withdrawal-drawer'

const words = text.withdrawal
const idOf = (row: Withdrawal) => row.id

export default function WithdrawalsPage() {
  const url = useUrlState()
  const { setOpen } = url
  const view = viewOf(url.filters.view)
  const columns = useMemo(() => withdrawalColumns((row) => setOpen(row.id)), [setOpen])
  const { me, may } = useSession()
  const [chosen, setChosen] = useState<Withdrawal[]>([])
  const acts = useMemo(() => [bulkClaim(me, may)], [me, may])
  return (
    <>
      <ListPage<Withdrawal, SumPage<Withdrawal, { amount: YuanText }>>
        title={words.title}
        name="withdrawals"
        path="/withdrawals"
        url={url}
        fixed={viewQuery[view]}
        columns={columns}
        rowKey={idOf}
        poll={10_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        selection={may('withdrawal.claim') ? { chosen, onChange: setChosen } : undefined}
        toolbar={
          <Space key="tools" wrap>
            <BulkBar chosen={chosen} acts={acts} onClear={() => setChosen([])} />
            <Segmented<View>
              aria-label={words.viewLabel}
              value={view}
              options={views.map((value) => ({ value, label: words.views[value] }))}
              onChange={(next) => url.setFilters({ ...withoutState(url.filters), view: next })}
            />
            <ExportButtons name="withdrawals" query={{ ...queryOf(url.filters), ...viewQuery[view] }} />
          </Space>
        }
        filters={[
          view === 'all' && <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="order" name="order" label={words.order} />,
          <ProFormText key="min" name="min" label={words.min} fieldProps={{ inputMode: 'decimal' }} />,
          <ProFormText key="max" name="max" label={words.max} fieldProps={{ inputMode: 'decimal' }} />,
          view === 'all' && (
            <ProFormText key="method" name="method" label={words.method} placeholder={words.methodHint} />
          ),
          view === 'all' && (
            <ProFormSelect
              key="paid"
              name="paid"
              label={words.by}
              placeholder={words.byCreation}
              valueEnum={words.byPayment}
            />
          ),
          <DaysFilter key="days" />,
        ].filter(Boolean)}
        sum={(page) => (
          <Space size="large">
            <span className="muted">{text.list.sum}</span>
            <span>
              {words.sum} <Yuan value={page.sum.amount} strong />
            </span>
          </Space>
        )}
      />
      <WithdrawalDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** Every queue but "all" fixes the states itself. */
function withoutState({ state: _state, ...rest }: Record<string, string>): Record<string, string> {
  return rest
}
