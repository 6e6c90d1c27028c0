import { gmtTime } from '@shared/clock'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Items, VipLevel, VipTable, VipTrack } from '../../api/wire'
import { Button, Flex, Segmented, Space, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { LoadFailed, LoadingRows } from '../../ui/states'
import { Bonus } from '../fund/bonus'
import { useSession } from '../session/session'
import { HistoryButton } from '../setting/versions'
import { TableDialog } from './table-dialog'

const words = text.vip

/** TablesTab is what the levels of each track ask for and bring from the next run on. */
export function TablesTab() {
  const tables = useDetail<Items<VipTable>>('/vip/tables')
  if (tables.isPending) return <LoadingRows />
  if (tables.data === undefined) {
    return <LoadFailed message={tables.error?.message ?? ''} onRetry={() => tables.refetch()} />
  }
  return <Tables tables={tables.data.items} />
}

function Tables({ tables }: { tables: VipTable[] }) {
  const manages = useSession().may('vip.manage')
  const [params, setParams] = useSearchParams()
  const [edited, setEdited] = useState<VipTrack>()
  const table = tables.find(({ track }) => track === params.get('track')) ?? tables[0]
  const changed = tables.find(({ track }) => track === edited)
  if (table === undefined) return null
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" justify="space-between" wrap>
        <Flex gap={12} align="center" wrap>
          <Segmented<VipTrack>
            aria-label={words.track}
            options={tables.map(({ track, name }) => ({ value: track, label: name }))}
            value={table.track}
            onChange={(track) => setParams({ tab: 'tables', track })}
          />
          <span className="muted small">{words.tableVersion(table.version, makerOf(table), gmtTime(table.at))}</span>
          {table.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
        </Flex>
        <Space size={4}>
          <HistoryButton label={table.name} path={`/vip/tables/${table.track}/history`} />
          {manages && (
            <Button
              size="small"
              type="primary"
              disabled={table.approvalId !== null}
              onClick={() => setEdited(table.track)}
            >
              {words.edit}
            </Button>
          )}
        </Space>
      </Flex>
      <Table<VipLevel>
        size="small"
        rowKey="level"
        columns={columns(table.track)}
        dataSource={table.levels}
        pagination={false}
        scroll={{ x: 'max-content' }}
        sticky={{ offsetHeader: 56 }}
      />
      {changed && <TableDialog table={changed} onClose={() => setEdited(undefined)} />}
    </Flex>
  )
}

/** What came with the software was made by nobody of the house. */
export const makerOf = ({ by }: { by: string }) => (by === '' || by.startsWith('system:') ? words.shippedBy : by)

const columns = (track: VipTrack): TableColumnsType<VipLevel> => [
  { title: words.level, render: (_, row) => <strong>{words.levelOf(row.level)}</strong> },
  { title: words.validBet, align: 'right', render: (_, row) => <Yuan value={row.validBet} /> },
  { title: words.bonus, align: 'right', render: (_, row) => <Bonus value={row.bonus} /> },
  { title: words.income[track], align: 'right', render: (_, row) => <Bonus value={row.income} /> },
  { title: words.cumulative, align: 'right', render: (_, row) => <Bonus value={row.cumulative} /> },
]
