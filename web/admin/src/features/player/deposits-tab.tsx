import { useMemo } from 'react'
import type { Deposit, Player } from '../../api/wire'
import { ProFormSelect } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { depositColumns } from '../deposit/columns'
import { DepositDrawer } from '../deposit/deposit-drawer'

const idOf = (row: Deposit) => row.id

export default function DepositsTab({ player }: { player: Player }) {
  const url = useUrlState()
  const { setOpen } = url
  const columns = useMemo(() => depositColumns((row) => setOpen(row.id), true), [setOpen])
  const fixed = useMemo(() => ({ playerId: player.id }), [player.id])
  return (
    <>
      <ListPage<Deposit>
        inner
        title={text.player.tabs.deposits}
        name="player.deposits"
        path="/deposits"
        url={url}
        fixed={fixed}
        toolbar={<ExportButtons key="export" name="deposits" query={{ ...queryOf(url.filters), ...fixed }} />}
        columns={columns}
        rowKey={idOf}
        onOpen={(row) => setOpen(row.id)}
        empty={text.deposit.empty}
        filters={[
          <ProFormSelect key="state" name="state" label={text.deposit.state} valueEnum={text.deposit.states} />,
          <DaysFilter key="days" />,
        ]}
      />
      <DepositDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}
