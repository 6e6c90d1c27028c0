import { gmtDay } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { betVenuesPath } from '../../paths'
import { DataList } from '../../ui/data-list'
import { Money, WinLoss } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { BackLink } from './back-link'
import { betLinesQuery, betNumber } from './bet-queries'
import { BetSheet } from './bet-sheet'
import { BetSums } from './bet-sums'
import { RoundWords } from './round-words'
import { useBetText } from './use-bet-text'

/** One day at one venue; the address carries DateTime and GameType. Without a venue the day's venues are to choose from. */
export default function BetLinesPage() {
  const [query] = useSearchParams()
  const day = (query.get('DateTime') ?? query.get('datetime') ?? gmtDay()).slice(0, 10)
  const gameType = query.get('GameType') ?? ''
  if (gameType === '') return <Navigate to={betVenuesPath(day)} replace />
  return <BetLines key={`${day} ${gameType}`} day={day} gameType={gameType} />
}

/** Bet by bet. */
function BetLines({ day, gameType }: { day: string; gameType: string }) {
  const text = useBetText()
  const [page, setPage] = useState(1)
  const [shown, show] = useState('')
  const lines = useQuery(betLinesQuery(day, gameType, page))
  const venue = lines.data?.rows[0]?.venue ?? ''
  return (
    <Panel title={`${day} ${venue}`} aside={<BackLink to={betVenuesPath(day)} />}>
      <BetSums sums={lines.data?.sums} />
      <p className="px-5 py-2.5 text-sm text-loss h5:px-4">{text.note}</p>
      <Load
        query={lines}
        skeleton={<SkeletonRows rows={6} />}
        empty={{ when: (data) => data.rows.length === 0, show: <Empty kind="records" title={text.empty} /> }}
      >
        {(data) => (
          <>
            <DataList
              label={text.title}
              rows={data.rows}
              rowKey={(row) => row.order}
              columns={[
                { title: text.time, wide: true, cell: (row) => <span className="tabular">{row.time}</span> },
                { title: text.venue, desktopOnly: true, cell: (row) => row.venue },
                {
                  title: text.game,
                  heading: true,
                  cell: (row) => (
                    <>
                      {row.game}
                      {(row.pick || row.outcome) && (
                        <span className="block max-w-72 text-xs font-normal text-soft h5:max-w-none">
                          {row.pick}
                          {row.pick && row.outcome && ' → '}
                          <RoundWords words={row.outcome} />
                        </span>
                      )}
                    </>
                  ),
                },
                { title: text.stake, align: 'right', cell: (row) => <Money fen={row.stakeFen} /> },
                { title: text.winLoss, align: 'right', cell: (row) => <WinLoss fen={row.winLossFen} /> },
                { title: text.state, cell: (row) => text.status[row.status] },
                {
                  title: text.order,
                  wide: true,
                  cell: (row) => (
                    <button
                      type="button"
                      aria-label={text.detail.open(betNumber(row.order))}
                      onClick={() => show(row.order)}
                      // The whole row opens the sheet: it is `relative`.
                      className="tabular min-h-8 text-left break-all text-gold after:absolute after:inset-0 hover:underline h5:min-h-11"
                    >
                      {betNumber(row.order)}
                    </button>
                  ),
                },
              ]}
            />
            <Pagination page={page} pageCount={data.pages} total={data.total} onPage={setPage} />
          </>
        )}
      </Load>
      {shown && <BetSheet gameType={gameType} order={shown} onClose={() => show('')} />}
    </Panel>
  )
}
