import { gmtDay } from '@shared/clock'
import { isDay } from '@shared/days'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { DataList } from '../../ui/data-list'
import { DayField } from '../../ui/day-field'
import { WinLoss } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Segmented } from '../../ui/segmented'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { TabBar } from '../../ui/tab-bar'
import { OpenRecord, useRecordSheet } from '../cashier/open-record'
import { fundRecordsQuery, type RecordFilter, type RecordKind } from './fund-queries'
import { type Days, type Range, rangeDays, ranges } from './record-days'
import { useFailureToast } from './use-failure-toast'
import { useFundText } from './use-fund-text'

const kinds: RecordKind[] = ['income', 'unlock']

const atFirst = (): RecordFilter => ({ kind: 'income', ...rangeDays('today'), page: 1 })

/** The quick range that these days are, if they are one. */
const rangeOf = ({ start, end }: Days): Range | 'own' =>
  ranges.find((range) => rangeDays(range).start === start && rangeDays(range).end === end) ?? 'own'

/** Income and expenses of the fund, by days (FUND-03, FUND-04). */
export function FundRecords() {
  const text = useFundText()
  const [filter, setFilter] = useState(atFirst)
  const list = useQuery(fundRecordsQuery(filter))
  const { sheet, openRecord } = useRecordSheet()
  useFailureToast(list.error)
  const show = (change: Partial<RecordFilter>) => setFilter({ ...filter, page: 1, ...change })
  return (
    <div className="-mx-6 -mt-2 h5:-mx-5">
      <TabBar
        label={text.kind}
        tabs={kinds.map((key) => ({ key, title: text.kinds[key] }))}
        active={filter.kind}
        onPick={(kind) => show({ kind })}
      />
      <div className="space-y-3 px-5 pt-4 h5:px-4">
        <Segmented<Range | 'own'>
          label={text.range}
          options={ranges.map((key) => ({ key, title: text.ranges[key] }))}
          chosen={rangeOf(filter)}
          onPick={(range) => range !== 'own' && show(rangeDays(range))}
        />
        <DayPickers
          key={`${filter.start} ${filter.end}`}
          days={filter}
          onQuery={(days) =>
            days.start === filter.start && days.end === filter.end ? void list.refetch() : show(days)
          }
        />
      </div>
      <div className="min-h-88 border-t border-line h5:min-h-72">
        <Load
          query={list}
          skeleton={<SkeletonRows rows={5} />}
          empty={{
            when: (data) => data.rows.length === 0,
            show: <Empty kind="records" title={text.recordsEmpty[filter.kind]} />,
          }}
        >
          {(data) => (
            <>
              <DataList
                label={text.kinds[filter.kind]}
                rows={data.rows}
                rowKey={(row, index) => `${row.time} ${index}`}
                columns={[
                  {
                    title: text.time,
                    wide: true,
                    cell: (row) => <span className="tabular whitespace-nowrap">{row.time}</span>,
                  },
                  { title: text.remark, heading: true, cell: (row) => row.remark },
                  { title: text.sn, wide: true, cell: (row) => <OpenRecord sn={row.sn} onOpen={openRecord} /> },
                  { title: text.sum, wide: true, align: 'right', cell: (row) => <WinLoss fen={row.fen} unit="" /> },
                ]}
              />
              <Pagination
                page={filter.page}
                pageCount={data.pages}
                total={data.total}
                onPage={(page) => show({ page })}
              />
            </>
          )}
        </Load>
      </div>
      {sheet}
    </div>
  )
}

/** Days of one's own choice; none after today. */
function DayPickers({ days, onQuery }: { days: Days; onQuery: (days: Days) => void }) {
  const text = useFundText()
  const [start, setStart] = useState(days.start)
  const [end, setEnd] = useState(days.end)
  const [fault, setFault] = useState('')
  const today = gmtDay()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A day typed in is held by no picker.
    const found =
      !isDay(start) || !isDay(end) ? text.dateShape : end < start ? text.dateOrder : end > today ? text.dateFuture : ''
    setFault(found)
    if (!found) onQuery({ start, end })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[1fr_1fr_auto] items-start gap-x-4 h5:grid-cols-2 h5:gap-x-3"
    >
      <DayField label={text.start} value={start} max={today} onDay={setStart} />
      <DayField label={text.end} value={end} min={start} max={today} error={fault || undefined} onDay={setEnd} />
      <Button type="submit" className="mt-7 min-h-11 h5:col-span-2 h5:mt-0 h5:mb-4">
        {text.query}
      </Button>
    </form>
  )
}
