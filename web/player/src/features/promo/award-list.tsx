import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../paths'
import { DataList } from '../../ui/data-list'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { OpenRecord, useRecordSheet } from '../cashier/open-record'
import { type Award, awardsQuery } from './claim-queries'
import { useClaimText } from './use-promo-text'

/** By status on the wire: looked at by a person, paid, refused, taken back. */
const looks = ['bg-gold/12 text-gold-soft', 'bg-win/12 text-win', 'bg-loss/12 text-loss', 'bg-loss/12 text-loss']

/** Everything that promotions gave the player, claimed or come by itself. */
export function AwardList() {
  const text = useClaimText()
  const [page, setPage] = useState(1)
  const { sheet, openRecord } = useRecordSheet()
  const list = useQuery(awardsQuery(page))
  return (
    <Panel title={text.awards}>
      <Load
        query={list}
        skeleton={<SkeletonRows rows={4} />}
        empty={{
          when: (data) => data.rows.length === 0,
          show: <Empty kind="records" title={text.awardsEmpty} line={text.awardsEmptyLine} />,
        }}
      >
        {(data) => (
          <>
            <DataList
              label={text.awards}
              rows={data.rows}
              rowKey={(row, index) => `${row.time} ${index}`}
              columns={[
                {
                  title: text.time,
                  wide: true,
                  cell: (row) => <span className="tabular whitespace-nowrap">{row.time}</span>,
                },
                { title: text.name, heading: true, cell: (row) => row.name },
                { title: text.sn, wide: true, cell: (row) => <OpenRecord sn={row.sn} onOpen={openRecord} /> },
                {
                  title: text.sum,
                  align: 'right',
                  cell: (row) => <Money fen={row.fen} className="font-semibold text-gold-soft" />,
                },
                {
                  title: text.turnover,
                  align: 'right',
                  wide: true,
                  cell: (row) => (row.turnoverFen > 0 ? <Money fen={row.turnoverFen} /> : text.noTurnover),
                },
                {
                  title: text.status,
                  cell: (row) => (
                    <span
                      className={`inline-block rounded px-2 text-xs leading-6 whitespace-nowrap ${looks[row.status] ?? looks[0]}`}
                    >
                      {row.statusText}
                    </span>
                  ),
                },
                { title: text.remark, wide: true, cell: (row) => <Remark award={row} /> },
              ]}
            />
            <Pagination page={page} pageCount={data.pages} total={data.total} onPage={setPage} />
          </>
        )}
      </Load>
      {sheet}
    </Panel>
  )
}

/** How it came about, or what comes next; with the way there where the player has to act. */
function Remark({ award: { remark, act } }: { award: Award }) {
  const text = useClaimText()
  if (!act) return remark || '-'
  return (
    <>
      {remark}{' '}
      <Link to={paths.bindCard} className="relative z-1 text-gold underline underline-offset-4 h5:py-3">
        {text.complete}
      </Link>
    </>
  )
}
