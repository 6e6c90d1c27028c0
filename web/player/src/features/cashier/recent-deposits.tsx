import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { Money } from '../../ui/money'
import { Panel } from '../../ui/panel'
import { Load, SkeletonRows } from '../../ui/states'
import { recentDepositsQuery } from './funding-queries'
import { OpenRecord, useRecordSheet } from './open-record'
import { StatusBadge } from './status-badge'
import { useCashierText } from './use-cashier-text'

/** The player's newest deposits, each with its state. The place of three is kept, so that nothing moves when one comes. */
export default function RecentDeposits() {
  const text = useCashierText()
  const { sheet, openRecord } = useRecordSheet()
  const list = useQuery(recentDepositsQuery)
  return (
    <Panel
      title={text.recentDeposits}
      aside={
        <Link
          to={paths.cashLog}
          className="text-gold underline-offset-4 hover:underline h5:inline-flex h5:min-h-11 h5:items-center"
        >
          {text.allDeposits}
        </Link>
      }
    >
      <div className="min-h-64">
        <Load
          query={list}
          skeleton={<SkeletonRows rows={3} height="h-16" />}
          empty={{
            when: (data) => data.length === 0,
            show: <p className="grid min-h-64 place-items-center text-mute">{text.noDeposits}</p>,
          }}
        >
          {(data) => (
            <ul className="divide-y divide-line">
              {data.map((item) => (
                <li
                  key={item.orderSn}
                  className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-3.5 h5:px-4"
                >
                  <Money fen={item.fen} className="min-w-28 text-lg font-semibold" />
                  <div className="min-w-0 flex-1 text-sm text-mute h5:order-last h5:basis-full">
                    <OpenRecord sn={item.orderSn} onOpen={openRecord} />
                    <p className="tabular">{item.time}</p>
                  </div>
                  <StatusBadge status={item.status} text={item.statusText} />
                  {item.reason && (
                    <p className="basis-full text-sm text-soft h5:order-last">
                      {text.reason}：{item.reason}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Load>
      </div>
      {sheet}
    </Panel>
  )
}
