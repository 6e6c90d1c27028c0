import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { QueryValue } from '../api/client'
import { get } from '../api/client'
import type { Page, Walk } from '../api/wire'
import { Alert, Button, Flex, Pagination, type ProColumns, ProTable, Select, Space } from '../kit'
import { text } from '../text/zh-cn'
import { ExportButtons } from './export-buttons'
import { FilterBar } from './filter-bar'
import { exportOf, neverExported, orderOf, sortable, sortOf } from './list-order'
import { ListViews } from './list-views'
import { EmptyRows, LoadFailed, LoadingRows } from './states'
import { useColumns } from './use-columns'
import { useNarrow } from './use-narrow'
import { useRowKeys } from './use-row-keys'
import { pageSizes, queryOf, type UrlState } from './use-url-state'

interface ListPageProps<T extends object, P extends Page<T>> {
  title: string
  /** Under which name this browser remembers the shown columns. */
  name: string
  path: string
  url: UrlState
  columns: ProColumns<T>[]
  rowKey: (row: T) => string
  filters?: ReactNode
  /** What the API is asked for beside the filters of the address; it wins over them. */
  fixed?: Record<string, QueryValue>
  /** Reads the list again this often, in ms; what is selected or typed stays as it is. */
  poll?: number
  onOpen?: (row: T) => void
  toolbar?: ReactNode
  above?: ReactNode
  empty?: string
  /** The list is a part of a page that has its own heading. */
  inner?: boolean
  /** Lets rows be chosen. What is chosen on one page stays chosen on the next. */
  selection?: { chosen: readonly T[]; onChange: (chosen: T[]) => void }
  /** What a row is on a phone, where a table does not fit; without it the table is there too. */
  card?: (row: T) => ReactNode
  /** The totals of the whole filter, shown under the table. */
  sum?: (page: P) => ReactNode
}

/**
 * ListPage is every paged table of the back office: filters, order and page in the address, the four states
 * (loading, rows, nothing, failed with a retry), saved views, remembered columns, j and k to move, Enter to open.
 * A list that the server reads by cursor has sortable headers and goes on page by page (H-417).
 */
export function ListPage<T extends object, P extends Page<T> = Page<T>>(props: ListPageProps<T, P>) {
  const { url, path, fixed } = props
  const query = useMemo(
    () => ({
      page: url.page,
      size: url.size,
      sort: url.sort,
      after: url.after,
      upto: url.upto,
      ...queryOf(url.filters),
      ...fixed,
    }),
    [url.page, url.size, url.sort, url.after, url.upto, url.filters, fixed],
  )
  const list = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => get<P>(path, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: props.poll ?? false,
  })
  const rows = list.data?.items ?? []
  const walk = list.data?.walk
  const { selection, rowKey } = props
  // What is chosen is done to as it stands now, not as it stood when it was ticked.
  useEffect(() => {
    if (!selection) return
    const fresh = selection.chosen.map((row) => list.data?.items.find((now) => rowKey(now) === rowKey(row)) ?? row)
    if (fresh.some((row, at) => row !== selection.chosen[at])) selection.onChange(fresh)
  }, [list.data, selection, rowKey])
  const { shown, change, hidden, hide } = useColumns(props.name)
  const exported = exportOf[path]
  const exports = exported !== undefined && !neverExported[path]?.some((name) => url.filters[name])
  const tools = (
    <Space key="tools" wrap>
      {props.toolbar}
      {exports && <ExportButtons name={exported} query={query} />}
    </Space>
  )
  const keys = useRowKeys(rows, props.rowKey, url.open === undefined ? props.onOpen : undefined)
  const failed = list.isError && !list.data
  const [again, setAgain] = useState(false)
  // The same question asked again is a wish for fresh rows; only an answer to a person turns the button, no poll.
  const search = (filters: Record<string, string>) => {
    if (url.page !== 1 || url.after || url.upto || !same(filters, url.filters)) return url.setFilters(filters)
    setAgain(true)
    void list.refetch().finally(() => setAgain(false))
  }
  const narrow = useNarrow()
  const busy = again || (list.isFetching && (list.isPending || list.isPlaceholderData))

  const nothing = failed ? (
    <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
  ) : list.isPending ? (
    <LoadingRows />
  ) : (
    <EmptyRows text={props.empty} filtered={Object.keys(url.filters).length > 0} />
  )
  const card = narrow ? props.card : undefined

  return (
    <Flex vertical gap={12}>
      {props.above}
      {!props.inner && <ListViews list={path} url={url} hidden={hidden} onHide={hide} />}
      {props.filters && (
        <FilterBar filters={url.filters} onChange={search} busy={busy}>
          {props.filters}
        </FilterBar>
      )}
      {list.isError && list.data && (
        <Alert
          type="warning"
          showIcon
          title={text.list.stale(list.error.message)}
          action={
            <Button size="small" onClick={() => list.refetch()}>
              {text.action.retry}
            </Button>
          }
        />
      )}
      {card ? (
        <Cards {...props} rows={rows} total={list.data?.total ?? 0} walk={walk} card={card} nothing={nothing} />
      ) : (
        <ProTable<T>
          headerTitle={props.inner ? undefined : <h1 className="page-title">{props.title}</h1>}
          ghost={props.inner}
          size="small"
          defaultSize="small"
          search={false}
          columns={sortable(props.columns, walk)}
          onChange={(_, __, sorter, extra) => extra.action === 'sort' && url.setSort(sortOf(sorter))}
          dataSource={rows}
          rowKey={props.rowKey}
          rowClassName={(row) =>
            keys.active === props.rowKey(row) || url.open === props.rowKey(row) ? 'row-active' : ''
          }
          onRow={(row) => ({ onMouseDown: () => keys.setActive(props.rowKey(row)) })}
          loading={list.isFetching && !list.isPending && list.isPlaceholderData}
          options={{ reload: () => list.refetch(), density: false, setting: true, fullScreen: false }}
          columnsState={{ value: shown, onChange: change }}
          toolBarRender={() => [tools]}
          scroll={{ x: 'max-content' }}
          sticky={{ offsetHeader: 56 }}
          tableAlertRender={false}
          rowSelection={
            props.selection && {
              selectedRowKeys: props.selection.chosen.map(props.rowKey),
              preserveSelectedRowKeys: true,
              onChange: (_, chosen) => props.selection?.onChange(chosen.filter((row) => row !== undefined)),
            }
          }
          locale={{ emptyText: nothing }}
          pagination={
            !walk && {
              current: url.page,
              pageSize: url.size,
              total: list.data?.total ?? 0,
              pageSizeOptions: pageSizes,
              showSizeChanger: true,
              showQuickJumper: true,
              showTotal: (total) => text.list.total(total),
              onChange: url.setPage,
            }
          }
          footer={props.sum && list.data && list.data.total > 0 ? () => props.sum?.(list.data as P) : undefined}
        />
      )}
      {walk && !card && <Walker walk={walk} url={url} total={list.data?.total ?? 0} />}
    </Flex>
  )
}

interface CardsProps<T> {
  title: string
  inner?: boolean
  url: UrlState
  rowKey: (row: T) => string
  rows: readonly T[]
  total: number
  walk: Walk | null | undefined
  columns: ProColumns<T>[]
  card: (row: T) => ReactNode
  nothing: ReactNode
}

/** Walker turns the pages of a list that is read by cursor. */
function Walker({ walk, url, total }: { walk: Walk; url: UrlState; total: number }) {
  return (
    <Flex justify="end" align="center" gap={8} wrap className="list-walker">
      <span className="muted">{text.list.total(total)}</span>
      <Button size="small" disabled={!url.after && !url.upto} onClick={() => url.setCursor({})}>
        {text.list.first}
      </Button>
      <Button size="small" disabled={!walk.prev} onClick={() => url.setCursor({ upto: walk.prev ?? undefined })}>
        {text.list.prev}
      </Button>
      <Button size="small" disabled={!walk.next} onClick={() => url.setCursor({ after: walk.next ?? undefined })}>
        {text.list.next}
      </Button>
      <Select
        size="small"
        aria-label={text.list.size(url.size)}
        value={url.size}
        options={pageSizes.map((size) => ({ value: size, label: text.list.size(size) }))}
        onChange={(size) => url.setCursor({ size })}
      />
    </Flex>
  )
}

/** Sorting chooses the order of a list on a phone, where no header is. */
function Sorting<T>({ walk, columns, url }: { walk: Walk; columns: ProColumns<T>[]; url: UrlState }) {
  const options = walk.sorts.flatMap((name) => {
    const title = columns.find(({ key }) => key === name)?.title
    if (typeof title !== 'string') return []
    return [
      { value: `-${name}`, label: text.list.down(title) },
      { value: name, label: text.list.up(title) },
    ]
  })
  if (!options.some(({ value }) => orderOf(value).name === orderOf(walk.sort).name)) return null
  return <Select aria-label={text.list.sort} value={walk.sort} options={options} onChange={url.setSort} />
}

/** Cards is the list of a phone. */
function Cards<T>({ title, inner, url, rowKey, rows, total, walk, columns, card, nothing }: CardsProps<T>) {
  return (
    <>
      {!inner && <h1 className="page-title">{title}</h1>}
      {walk && rows.length > 0 && <Sorting walk={walk} columns={columns} url={url} />}
      {rows.length === 0 && nothing}
      <ul className="list-cards" aria-label={title}>
        {rows.map((row) => (
          <li key={rowKey(row)} className="list-card">
            {card(row)}
          </li>
        ))}
      </ul>
      {walk && (walk.next || walk.prev || url.after || url.upto) && <Walker walk={walk} url={url} total={total} />}
      {!walk && total > url.size && (
        <Pagination simple current={url.page} pageSize={url.size} total={total} onChange={url.setPage} />
      )}
    </>
  )
}

function same(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
