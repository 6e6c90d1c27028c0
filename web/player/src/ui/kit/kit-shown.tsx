import { serverNow } from '@shared/clock'
import { useState } from 'react'
import { Card } from '../card'
import { CopyButton } from '../copy-button'
import { Countdown, useSecondsLeft } from '../countdown'
import { DataList } from '../data-list'
import { Money, WinLoss } from '../money'
import { Panel } from '../panel'
import { Spinner } from '../spinner'
import { Empty, Failed, SkeletonRows } from '../states'
import { Row, Section } from './section'
import { useKitText } from './use-kit-text'

const rows = [
  { id: '20261121001', fen: 123456, time: '2026-11-21 20:15:02' },
  { id: '20261121002', fen: -8800, time: '2026-11-21 19:40:11' },
  { id: '20261121003', fen: 0, time: '2026-11-20 08:05:00' },
]

/** Parts to look at: panels, lists, money, and empty states. */
export function KitShown() {
  const text = useKitText()
  const [until] = useState(() => serverNow() + 20 * 60_000)
  const seconds = useSecondsLeft(until)
  const nothing = () => undefined
  return (
    <>
      <Section title={text.cards}>
        <div className="grid grid-cols-3 gap-4 h5:grid-cols-1">
          <Panel title={text.panel} aside={<CopyButton value="20261121001" label={text.order} />}>
            <p className="p-5 h5:p-4">{text.sample}</p>
          </Panel>
          <Card>{text.card}</Card>
          <Card warm>
            <p className="text-sm text-soft">{text.warmCard}</p>
            <Money fen={1000000} className="text-3xl font-semibold text-gold-soft" />
          </Card>
        </div>
      </Section>
      <Section title={text.money}>
        <Row>
          <Money fen={123456789} className="text-xl font-semibold" />
          <WinLoss fen={8800} />
          <WinLoss fen={-8800} />
          <WinLoss fen={0} />
          <Countdown seconds={seconds} />
          <Spinner />
          <Spinner size={32} />
        </Row>
      </Section>
      <Section title={text.list}>
        <Panel>
          <DataList
            label={text.list}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              { title: text.order, cell: (row) => row.id, heading: true },
              { title: text.time, cell: (row) => row.time, wide: true },
              { title: text.amount, cell: (row) => <WinLoss fen={row.fen} />, align: 'right' },
            ]}
          />
        </Panel>
      </Section>
      <Section title={text.states}>
        <div className="grid grid-cols-3 gap-4 h5:grid-cols-1">
          <Panel>
            <SkeletonRows rows={4} />
          </Panel>
          <Panel>
            <Empty line={text.emptyLine} />
          </Panel>
          <Panel>
            <Empty kind="games" title={text.games} />
          </Panel>
          <Panel>
            <Empty kind="favourites" title={text.favourites} />
          </Panel>
          <Panel>
            <Failed message={text.error} onRetry={nothing} />
          </Panel>
          <Panel>
            <Failed kind="offline" message={text.offline} onRetry={nothing} />
          </Panel>
          <Panel>
            <Empty kind="maintenance" title={text.maintenance} />
          </Panel>
        </div>
      </Section>
    </>
  )
}
