import { useMemo } from 'react'
import type { Player, Transfer } from '../../api/wire'
import { ProFormSelect } from '../../kit'
import { text } from '../../text/zh-cn'
import { ExportButtons } from '../../ui/export-buttons'
import { ListPage } from '../../ui/list-page'
import { queryOf, useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { transferColumns } from '../transfer/columns'
import { TransferDrawer } from '../transfer/transfer-drawer'

const idOf = (row: Transfer) => row.id

export default function TransfersTab({ player }: { player: Player }) {
  const url = useUrlState()
  const { may } = useSession()
  const { setOpen } = url
  const columns = useMemo(() => transferColumns((row) => setOpen(row.id), true), [setOpen])
  return (
    <>
      <ListPage<Transfer>
        inner
        title={text.player.tabs.transfers}
        name="player.transfers"
        path={`/players/${player.id}/transfers`}
        url={url}
        toolbar={
          <ExportButtons key="export" name="transfers" query={{ ...queryOf(url.filters), playerId: player.id }} />
        }
        columns={columns}
        rowKey={idOf}
        onOpen={(row) => setOpen(row.id)}
        empty={text.list.nothing}
        filters={[
          <ProFormSelect key="state" name="state" label={text.transfer.state} valueEnum={text.transfer.states} />,
        ]}
      />
      {may('transfer.view') && <TransferDrawer id={url.open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
