import type { ReactNode } from 'react'
import { siteForm } from './site-form'

export interface Column<Row> {
  title: string
  cell: (row: Row, index: number) => ReactNode
  align?: 'right'
  /** On H5 the first line of the card: the thing itself instead of a label and a value. */
  heading?: boolean
  /** On H5 it takes the whole line: times and order numbers. */
  wide?: boolean
  /** Left out on a phone. */
  desktopOnly?: boolean
}

interface Props<Row> {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  rowKey: (row: Row, index: number) => string
}

/** The same rows as a table on the desktop and as cards on H5. */
export function DataList<Row>(props: Props<Row>) {
  return siteForm() === 'h5' ? <Cards {...props} /> : <Table {...props} />
}

function Table<Row>({ label, rows, columns, rowKey }: Props<Row>) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className="bg-raised text-soft">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={cellClass(column.align, 'font-medium')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className="relative border-t border-line hover:bg-raised/50">
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column.align, '')}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellClass = (align: 'right' | undefined, extra: string) =>
  `px-4 py-3 ${align === 'right' ? 'text-right' : 'text-left'} ${extra}`

function Cards<Row>({ label, rows, columns, rowKey }: Props<Row>) {
  const shown = columns.filter((column) => !column.desktopOnly)
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row, index) => (
        <li key={rowKey(row, index)} className="relative px-4 py-3">
          {shown
            .filter((column) => column.heading)
            .map((column) => (
              <div key={column.title} className="pb-1 font-medium">
                {column.cell(row, index)}
              </div>
            ))}
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
            {shown
              .filter((column) => !column.heading)
              .map((column) => (
                <div
                  key={column.title}
                  className={`flex min-w-0 items-baseline gap-2 ${column.wide ? 'col-span-2' : ''}`}
                >
                  <dt className="shrink-0 text-mute">{column.title}</dt>
                  <dd className="min-w-0 break-all">{column.cell(row, index)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
