import { useMemo } from 'react'
import type { Player, Withdrawal } from '../../api/wire'
import { ProFormSelect } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { withdrawalColumns } from '../withdrawal/columns'
import { WithdrawalDrawer } from '../withdrawal/withdrawal-drawer'
import { LostPayout } from './lost-payout'

const idOf = (row: Withdrawal) => row.id

export default function WithdrawalsTab({ player }: { player: Player }) {
  const url = useUrlState()
  const { setOpen } = url
  const columns = useMemo(() => withdrawalColumns((row) => setOpen(row.id), true), [setOpen])
  const fixed = useMemo(() => ({ playerId: player.id }), [player.id])
  return (
    <>
      <ListPage<Withdrawal>
        inner
        title={text.player.tabs.withdrawals}
        name="player.withdrawals"
        path="/withdrawals"
        url={url}
        fixed={fixed}
        toolbar={
          <>
            <LostPayout player={player} />
            <ExportButtons name="withdrawals" query={{ ...queryOf(url.filters), ...fixed }} />
          </>
        }
        columns={columns}
        rowKey={idOf}
        onOpen={(row) => setOpen(row.id)}
        empty={text.list.nothing}
        filters={[
          <ProFormSelect key="state" name="state" label={text.withdrawal.state} valueEnum={text.withdrawal.states} />,
          <DaysFilter key="days" />,
        ]}
      />
      <WithdrawalDrawer id={url.open} onClose={() => setOpen(undefined)} />
    </>
  )
}
