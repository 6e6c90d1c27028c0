import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { get } from '../../api/client'
import type { Items } from '../../api/wire'
import { ArrowDownOutlined, ArrowUpOutlined, Button, Card, Flex, Space, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'

const words = text.content

interface ContentTableProps<T extends object> {
  title: string
  explain: string
  /** The address of the list; its rows come as items. */
  path: string
  columns: (rows: T[]) => TableColumnsType<T>
  empty: string
  /** Which of the rows are shown. */
  choose?: (row: T) => boolean
  toolbar?: (rows: T[]) => ReactNode
}

/** ContentTable is a whole list of the site's contents with its four states. */
export function ContentTable<T extends { id: string }>(props: ContentTableProps<T>) {
  const list = useQuery({
    queryKey: [props.path],
    queryFn: ({ signal }) => get<Items<T>>(props.path, { signal }),
    refetchInterval: 30_000,
  })
  const rows = list.data?.items.filter(props.choose ?? (() => true)) ?? []
  const { run } = useAction<undefined>(words.ordered)
  const [moving, setMoving] = useState(false)
  const order = async (items: OrderItem[]) => {
    setMoving(true)
    await run(`${props.path}/order`, { items })
    // The action has begun to read the list again. A second move before its end would be sent with old versions.
    await list.refetch({ cancelRefetch: false })
    setMoving(false)
  }
  return (
    <Flex vertical gap={12}>
      <PageHead title={props.title} explain={props.explain}>
        {props.toolbar?.(rows)}
      </PageHead>
      <Card size="small">
        {list.isPending ? (
          <LoadingRows />
        ) : list.data === undefined ? (
          <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
        ) : (
          <Ordering.Provider value={{ order, moving }}>
            <Table<T>
              size="small"
              rowKey="id"
              columns={props.columns(rows)}
              dataSource={rows}
              pagination={rows.length > 50 ? { pageSize: 50 } : false}
              tableLayout="fixed"
              scroll={{ x: 900 }}
              locale={{ emptyText: <EmptyRows text={props.empty} /> }}
            />
          </Ordering.Provider>
        )}
      </Card>
    </Flex>
  )
}

/** PageHead is the heading of a page of contents, with what it is for and what may be done. */
export function PageHead({ title, explain, children }: { title: string; explain: string; children?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1 className="page-title">{title}</h1>
        <p className="muted page-explain">
          {explain}
          {words.effect}
        </p>
      </div>
      <Space>{children}</Space>
    </div>
  )
}

interface OrderItem {
  id: string
  /** The version that the person saw. */
  base: number
}

/** Ordering changes the order of the list around it: one change at a time, none until the list was read again. */
const Ordering = createContext<{ order: (items: OrderItem[]) => Promise<void>; moving: boolean }>({
  order: () => Promise.reject(new Error('order buttons belong in a ContentTable')),
  moving: false,
})

interface OrderButtonsProps {
  rows: readonly { id: string; version: number }[]
  index: number
  name: string
}

/** OrderButtons move a row up or down its list; the whole order is sent, so that it ends as it is seen. */
export function OrderButtons({ rows, index, name }: OrderButtonsProps) {
  const { order, moving } = useContext(Ordering)
  const move = (to: number) => {
    const items = rows.map(({ id, version }) => ({ id, base: version }))
    const [moved] = items.splice(index, 1)
    if (moved === undefined) return
    items.splice(to, 0, moved)
    void order(items)
  }
  return (
    <Space size={2}>
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined />}
        aria-label={words.up(name)}
        disabled={index === 0 || moving}
        onClick={() => move(index - 1)}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined />}
        aria-label={words.down(name)}
        disabled={index === rows.length - 1 || moving}
        onClick={() => move(index + 1)}
      />
    </Space>
  )
}
