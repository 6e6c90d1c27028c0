import { type Period, periodDays } from '@shared/days'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { betVenuesPath, paths } from '../../paths'
import { Button } from '../../ui/button'
import { DataList } from '../../ui/data-list'
import { SelectField, TextField } from '../../ui/field'
import { Link } from '../../ui/link'
import { Money, WinLoss } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { betDaysQuery } from './bet-queries'
import { BetSums } from './bet-sums'
import { OpenBets } from './open-bets'
import { useBetText } from './use-bet-text'

const periods: Period[] = ['thisMonth', 'thisWeek', 'lastMonth', 'lastWeek', 'all']
const pageSize = 20

export default function BetDaysPage() {
  const text = useBetText()
  const [query, setQuery] = useSearchParams()
  const period = periods.find((p) => p === query.get('period')) ?? 'thisMonth'
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const [picked, setPicked] = useState<Period>(period)
  const days = useQuery(betDaysQuery(period, page))
  const span = periodDays(picked)
  return (
    <Panel title={text.title} className="h5:[&>header]:hidden">
      <form
        className="flex flex-wrap items-start gap-4 px-5 pt-4 h5:grid h5:grid-cols-2 h5:gap-x-3 h5:gap-y-0 h5:px-4"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ period: picked, page: '1' })
          void days.refetch()
        }}
      >
        <div className="w-36 h5:col-span-2 h5:w-full">
          <SelectField label={text.period} value={picked} onChange={(event) => setPicked(event.target.value as Period)}>
            {periods.map((key) => (
              <option key={key} value={key}>
                {text.periods[key]}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField label={text.start} value={span.start} disabled readOnly />
        <TextField label={text.end} value={span.end} disabled readOnly />
        <Button type="submit" className="mt-7 min-h-11 h5:col-span-2 h5:mt-0 h5:mb-3">
          {text.query}
        </Button>
      </form>
      <BetSums sums={days.data?.sums} />
      <OpenBets />
      <Load
        query={days}
        skeleton={<SkeletonRows rows={6} />}
        empty={{
          when: (data) => data.rows.length === 0,
          show: (
            <Empty
              kind="records"
              title={text.empty}
              action={
                <Link to={paths.board01} className="btn btn-line h5:min-h-11">
                  {text.toPlay}
                </Link>
              }
            />
          ),
        }}
      >
        {(data) => (
          <>
            <DataList
              label={text.title}
              rows={data.rows}
              rowKey={(row) => row.day}
              columns={[
                { title: text.row, desktopOnly: true, cell: (_, index) => (page - 1) * pageSize + index + 1 },
                { title: text.date, heading: true, cell: (row) => <span className="tabular">{row.day}</span> },
                { title: text.count, align: 'right', cell: (row) => row.count },
                { title: text.valid, align: 'right', cell: (row) => <Money fen={row.validFen} /> },
                { title: text.winLoss, align: 'right', cell: (row) => <WinLoss fen={row.winLossFen} /> },
                {
                  title: text.details,
                  align: 'right',
                  cell: (row) => (
                    <Link
                      to={betVenuesPath(row.day)}
                      aria-label={text.viewOf(row.day)}
                      className="inline-flex min-h-8 items-center text-gold hover:underline h5:min-h-11"
                    >
                      {text.view}
                    </Link>
                  ),
                },
              ]}
            />
            <Pagination
              page={page}
              pageCount={data.pages}
              total={data.total}
              onPage={(next) => setQuery({ period, page: String(next) })}
            />
          </>
        )}
      </Load>
    </Panel>
  )
}
