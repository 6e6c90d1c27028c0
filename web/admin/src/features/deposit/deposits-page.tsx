import { useMemo, useState } from 'react'
import type { Deposit, SumPage, Yuan as YuanText } from '../../api/wire'
import { ProFormSelect, ProFormText, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { BulkBar } from '../../ui/bulk'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Yuan } from '../../ui/money'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { bulkDeposits } from './bulk'
import { depositColumns } from './columns'
import { DepositDrawer } from './deposit-drawer'

const words = text.deposit
type Deposits = SumPage<Deposit, { amount: YuanText; received: YuanText }>

const idOf = (row: Deposit) => row.id
const { Bank, Link, VirtualCoin } = words.styles

export default function DepositsPage() {
  const url = useUrlState()
  const { setOpen } = url
  const columns = useMemo(() => depositColumns((row) => setOpen(row.id)), [setOpen])
  const { may } = useSession()
  const [chosen, setChosen] = useState<Deposit[]>([])
  const acts = useMemo(() => bulkDeposits(may), [may])
  return (
    <>
      <ListPage<Deposit, Deposits>
        title={words.title}
        name="deposits"
        path="/deposits"
        url={url}
        columns={columns}
        rowKey={idOf}
        poll={15_000}
        onOpen={(row) => setOpen(row.id)}
        empty={words.empty}
        filters={[
          <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.states} />,
          <ProFormSelect key="style" name="style" label={words.style} valueEnum={{ Bank, Link, VirtualCoin }} />,
          <ProFormText key="player" name="player" label={words.player} />,
          <ProFormText key="order" name="order" label={words.order} />,
          <ProFormText key="method" name="method" label={words.method} />,
          <ProFormSelect
            key="credited"
            name="credited"
            label={words.by}
            placeholder={words.byCreation}
            valueEnum={words.byCredit}
          />,
          <DaysFilter key="days" />,
        ]}
        selection={may('deposit.confirm') ? { chosen, onChange: setChosen } : undefined}
        toolbar={
          <Space key="tools" wrap>
            <BulkBar chosen={chosen} acts={acts} onClear={() => setChosen([])} />
            <ExportButtons name="deposits" query={queryOf(url.filters)} />
          </Space>
        }
        sum={(page) => (
          <Space size="large">
            <span className="muted">{text.list.sum}</span>
            <span>
              {words.amount} <Yuan value={page.sum.amount} strong />
            </span>
            <span>
              {words.received} <Yuan value={page.sum.received} strong />
            </span>
          </Space>
        )}
      />
      <DepositDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}
