import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { BonusAmount } from '../../ui/bonus-amount'
import { DataList } from '../../ui/data-list'
import { Link } from '../../ui/link'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { OpenRecord, useRecordSheet } from '../cashier/open-record'
import { useFailureToast } from './use-failure-toast'
import { useVipText } from './use-vip-text'
import { type Award, vipAwardsQuery } from './vip-queries'

/** Paid and withheld awards, the newest first. The page number is in the address. */
export function Awards({ className = '' }: { className?: string }) {
  const text = useVipText()
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const list = useQuery(vipAwardsQuery(page))
  useFailureToast(list.error)
  const { award: column } = text
  const { sheet, openRecord } = useRecordSheet()
  return (
    <Panel
      title={text.awards}
      className={className}
      aside={
        <Link to={paths.fund} className="btn btn-plain btn-small -mr-3 h5:min-h-11">
          {text.toFund}
        </Link>
      }
    >
      <Load
        query={list}
        skeleton={<SkeletonRows rows={4} />}
        empty={{
          when: ({ rows }) => rows.length === 0,
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
                  title: column.item,
                  heading: true,
                  cell: (row) => row.remark || text.awardOf(programmeOf(row, text), row.kindText),
                },
                { title: column.sn, wide: true, cell: ({ sn }) => <OpenRecord sn={sn} onOpen={openRecord} /> },
                { title: column.level, cell: ({ level }) => <span className="tabular">{text.vip(level)}</span> },
                {
                  title: column.amount,
                  align: 'right',
                  cell: ({ fen }) => <BonusAmount fen={fen} className="font-semibold text-gold-soft" />,
                },
                { title: column.status, cell: (row) => <Status status={row.status}>{row.statusText}</Status> },
                {
                  title: column.time,
                  wide: true,
                  cell: ({ time }) => <span className="tabular whitespace-nowrap">{time}</span>,
                },
              ]}
            />
            <Pagination
              page={page}
              pageCount={data.pages}
              total={data.total}
              onPage={(next) =>
                setQuery((before) => {
                  before.set('page', String(next))
                  return before
                })
              }
            />
          </>
        )}
      </Load>
      {sheet}
    </Panel>
  )
}

const programmeOf = ({ programme, track }: Award, text: ReturnType<typeof useVipText>): string =>
  programme === 'Monthly' || track === '' ? text.monthly : text.trackNames[track]

const looks: Record<string, string> = {
  paid: 'bg-win/12 text-win',
  withheld: 'bg-gold/12 text-gold-soft',
  refused: 'bg-loss/12 text-loss',
}

/** Said in words, and by colour besides. */
function Status({ status, children }: { status: string; children: string }) {
  return (
    <span
      className={`inline-block rounded px-2 text-xs leading-6 whitespace-nowrap ${looks[status] ?? 'bg-raised text-soft'}`}
    >
      {children}
    </span>
  )
}
