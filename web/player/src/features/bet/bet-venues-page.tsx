import { gmtDay } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { betLinesPath, paths } from '../../paths'
import { DataList } from '../../ui/data-list'
import { Link } from '../../ui/link'
import { Money, WinLoss } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { BackLink } from './back-link'
import { betVenuesQuery } from './bet-queries'
import { BetSums } from './bet-sums'
import { useBetText } from './use-bet-text'

/** One day by venue; the address carries the day in "datetime". */
export default function BetVenuesPage() {
  const text = useBetText()
  const [query] = useSearchParams()
  const day = (query.get('datetime') ?? query.get('DateTime') ?? gmtDay()).slice(0, 10)
  const [page, setPage] = useState(1)
  const venues = useQuery(betVenuesQuery(day, page))
  return (
    <Panel title={day} aside={<BackLink to={paths.betRecord} />}>
      <BetSums sums={venues.data?.sums} />
      <Load
        query={venues}
        skeleton={<SkeletonRows rows={3} />}
        empty={{ when: (data) => data.rows.length === 0, show: <Empty kind="records" title={text.empty} /> }}
      >
        {(data) => (
          <>
            <DataList
              label={day}
              rows={data.rows}
              rowKey={(row) => row.gameType}
              columns={[
                { title: text.venue, heading: true, cell: (row) => row.venue },
                { title: text.count, align: 'right', cell: (row) => row.count },
                { title: text.valid, align: 'right', cell: (row) => <Money fen={row.validFen} /> },
                { title: text.winLoss, align: 'right', cell: (row) => <WinLoss fen={row.winLossFen} /> },
                {
                  title: text.details,
                  align: 'right',
                  cell: (row) => (
                    <Link
                      to={betLinesPath(day, row.gameType)}
                      aria-label={text.viewOf(row.venue)}
                      className="inline-flex min-h-8 items-center text-gold hover:underline h5:min-h-11"
                    >
                      {text.view}
                    </Link>
                  ),
                },
              ]}
            />
            <Pagination page={page} pageCount={data.pages} total={data.total} onPage={setPage} />
          </>
        )}
      </Load>
    </Panel>
  )
}
