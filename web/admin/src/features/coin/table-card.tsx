import type { ReactNode } from 'react'
import type { Items } from '../../api/wire'
import { Card, Table, type TableColumnsType } from '../../kit'
import { useDetail } from '../../ui/detail-drawer'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'

interface Props<T> {
  title: string
  path: string
  columns: TableColumnsType<T>
  rowKey: (row: T) => string
  empty: string
  extra?: ReactNode
}

/** TableCard is a short list that is never paged, with its four states. */
export function TableCard<T extends object>({ title, path, columns, rowKey, empty, extra }: Props<T>) {
  const list = useDetail<Items<T>>(path)
  return (
    <Card size="small" title={<h2 className="section-title">{title}</h2>} extra={extra}>
      {list.data ? (
        <Table<T>
          size="small"
          rowKey={rowKey}
          columns={columns}
          dataSource={list.data.items}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <EmptyRows text={empty} /> }}
        />
      ) : list.isPending ? (
        <LoadingRows rows={4} />
      ) : (
        <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
      )}
    </Card>
  )
}
