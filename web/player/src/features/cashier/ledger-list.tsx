import { formatFen } from '@shared/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { DataList } from '../../ui/data-list'
import { OwnMoney } from '../../ui/own-balance'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { OpenRecord } from './open-record'
import { ledgerQuery } from './record-queries'
import { useCashierText } from './use-cashier-text'
import { useRecordText } from './use-record-text'

interface Props {
  start: string
  end: string
  onOpen: (sn: string) => void
}

/** All kinds in one list, each line with the balance it left in the centre wallet. */
export function LedgerList({ start, end, onOpen }: Props) {
  const text = useRecordText()
  const cashier = useCashierText()
  const list = useInfiniteQuery(ledgerQuery(start, end))
  return (
    <Load
      query={list}
      skeleton={<SkeletonRows rows={6} />}
      empty={{
        when: (data) => data.pages.every((page) => page.lines.length === 0),
        show: <Empty kind="records" title={cashier.recordsEmpty} />,
      }}
    >
      {(data) => (
        <>
          <DataList
            label={text.ledger}
            rows={data.pages.flatMap((page) => page.lines)}
            rowKey={(line, index) => `${line.sn} ${index}`}
            columns={[
              { title: cashier.time, wide: true, cell: (line) => <span className="tabular">{line.time}</span> },
              {
                title: cashier.kind,
                wide: true,
                cell: (line) => (
                  <>
                    {line.title}
                    {line.note && <span className="block text-xs text-mute h5:inline h5:pl-2">{line.note}</span>}
                  </>
                ),
              },
              { title: cashier.sn, wide: true, cell: (line) => <OpenRecord sn={line.sn} onOpen={onOpen} /> },
              {
                title: text.change,
                align: 'right',
                heading: true,
                cell: (line) => <Change fen={line.fen} />,
              },
              { title: text.balance, align: 'right', cell: (line) => <OwnMoney fen={line.balanceFen} /> },
            ]}
          />
          <div className="px-4 py-5 text-center text-sm text-mute">
            {list.hasNextPage ? (
              <Button look="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {text.more}
              </Button>
            ) : (
              text.atEnd
            )}
          </div>
        </>
      )}
    </Load>
  )
}

function Change({ fen }: { fen: number }) {
  return (
    <span className={`tabular font-semibold ${fen > 0 ? 'text-win' : ''}`}>
      {fen > 0 ? '+' : '-'}¥{formatFen(Math.abs(fen))}
    </span>
  )
}
