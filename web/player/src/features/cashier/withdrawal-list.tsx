import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Money } from '../../ui/money'
import { Pagination } from '../../ui/pagination'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { type Funding, fundingQuery } from './funding-queries'
import { OpenRecord, useRecordSheet } from './open-record'
import { recordQuery } from './record-queries'
import { TakeBack } from './take-back'
import { useCashierText } from './use-cashier-text'
import { WithdrawalSteps } from './withdrawal-steps'

/** The player's withdrawals and how far each has come, newest first; open ones are asked for again every 15 s. */
export default function WithdrawalList() {
  const text = useCashierText()
  const [page, setPage] = useState(1)
  const { sheet, openRecord } = useRecordSheet()
  const list = useQuery({
    ...fundingQuery({ kind: 'withdrawal', start: '', end: '', page }),
    refetchInterval: (query) => (query.state.data?.items.some((item) => item.status === 0) ? 15_000 : false),
  })
  return (
    <Panel title={text.withdrawals}>
      <Load
        query={list}
        skeleton={<SkeletonRows rows={3} height="h-16" />}
        empty={{
          when: (data) => data.items.length === 0,
          show: <Empty kind="records" title={text.withdrawalsEmpty} />,
        }}
      >
        {(data) => (
          <>
            <ul className="divide-y divide-line">
              {data.items.map((item, index) => (
                <Line key={item.orderSn || index} item={item} onOpen={openRecord} />
              ))}
            </ul>
            <Pagination page={page} pageCount={data.pages} total={data.total} onPage={setPage} />
          </>
        )}
      </Load>
      {sheet}
    </Panel>
  )
}

/** The state of an open withdrawal and its usual duration; until staff claim it, a way to cancel it. */
function Under({ sn }: { sn: string }) {
  const { data } = useQuery({ ...recordQuery(sn), refetchInterval: 15_000 })
  if (!data) return <p className="min-h-5 basis-full" />
  return (
    <div className="relative z-1 flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-soft">
      <p>{data.next}</p>
      {data.takeBack && (
        <div className="h5:basis-full">
          <TakeBack sn={sn} />
        </div>
      )}
    </div>
  )
}

function Line({ item, onOpen }: { item: Funding; onOpen: (sn: string) => void }) {
  const text = useCashierText()
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3.5 h5:px-4">
      <Money fen={item.fen} className="min-w-28 text-lg font-semibold" />
      <div className="min-w-0 flex-1 text-sm text-mute">
        {item.target && <p className="text-text">{item.target}</p>}
        <OpenRecord sn={item.orderSn} onOpen={onOpen} />
        <p className="tabular">{item.time}</p>
      </div>
      <WithdrawalSteps status={item.status} statusText={item.statusText} />
      {item.reason && (
        <p className="basis-full text-sm text-soft">
          {text.reason}：{item.reason}
        </p>
      )}
      {item.status === 0 && <Under sn={item.orderSn} />}
    </li>
  )
}
