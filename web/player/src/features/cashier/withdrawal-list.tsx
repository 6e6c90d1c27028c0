import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Money } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { type Funding, fundingQuery } from './funding-queries'
import { useCashierText } from './use-cashier-text'
import { WithdrawalSteps } from './withdrawal-steps'

/** The player's withdrawals and how far each has come, newest first; open ones are asked for again every 15 s. */
export function WithdrawalList() {
  const text = useCashierText()
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...fundingQuery({ kind: 'withdrawal', start: '', end: '', page }),
    refetchInterval: (query) => (query.state.data?.items.some((item) => item.status === 0) ? 15_000 : false),
  })
  return (
    <Panel title={text.withdrawals}>
      <Load
        query={list}
        skeleton={<SkeletonRows rows={3} height="h-16" />}
        empty={{ when: (data) => data.items.length === 0, show: <Empty title={text.withdrawalsEmpty} /> }}
      >
        {(data) => (
          <>
            <ul className="divide-y divide-line">
              {data.items.map((item, index) => (
                <Line key={item.orderSn || index} item={item} />
              ))}
            </ul>
            <Pagination page={page} pageCount={data.pages} total={data.total} onPage={setPage} />
          </>
        )}
      </Load>
    </Panel>
  )
}

function Line({ item }: { item: Funding }) {
  const text = useCashierText()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3.5 h5:px-4">
      <Money fen={item.fen} className="min-w-28 text-lg font-semibold" />
      <span className="tabular min-w-0 flex-1 text-sm break-all text-mute">
        {item.orderSn}
        <span className="block">{item.time}</span>
      </span>
      <WithdrawalSteps status={item.status} statusText={item.statusText} />
      {item.reason && (
        <p className="basis-full text-sm text-soft">
          {text.reason}: {item.reason}
        </p>
      )}
    </li>
  )
}
