import { Link } from 'react-router'
import type { CoinTransfer } from '../../api/wire'
import { type ProColumns, ProFormSelect, ProFormText } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useUrlState } from '../../ui/use-url-state'
import { Coins, networkName, Short } from './coins'
import { transferTone } from './rules'

const words = text.coin
const idOf = (row: CoinTransfer) => `${row.network} ${row.tx} ${row.index}`

const columns: ProColumns<CoinTransfer>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.at} /> },
  { title: words.network, key: 'network', render: (_, row) => networkName(row.network) },
  { title: words.amount, key: 'coins', align: 'right', render: (_, row) => <Coins value={row.coins} strong /> },
  {
    title: words.state,
    key: 'state',
    render: (_, row) => (
      <>
        <StateTag label={words.transferStates[row.state]} tone={transferTone[row.state]} />
        {row.failure !== null && (
          <span title={row.failure}>
            <StateTag label={words.transferFailed} tone="error" />
          </span>
        )}
        {row.state === 'seen' && <span className="muted small">{words.confirmations(row.confirmations)}</span>}
      </>
    ),
  },
  { title: words.belongs, key: 'order', render: (_, row) => <Belongs transfer={row} /> },
  { title: words.tx, key: 'tx', render: (_, row) => <Short value={row.tx} /> },
  { title: words.from, key: 'from', render: (_, row) => <Short value={row.from} /> },
  { title: words.to, key: 'to', render: (_, row) => <Short value={row.to} /> },
  { title: words.block, key: 'block', align: 'right', render: (_, row) => row.block },
  { title: words.seenAt, key: 'seen', render: (_, row) => <Time ms={row.seenAt} /> },
]

/** Belongs leads to the order a transfer credited, or to the case it is. */
function Belongs({ transfer: { state, order } }: { transfer: CoinTransfer }) {
  if (order === null || state === 'dust') return '—'
  return (
    <Link className="mono" to={state === 'stray' ? paths.case(`money:${order}`) : paths.deposit(order)}>
      {order}
    </Link>
  )
}

/** CoinTransfers is every movement of coins to an address of the house, as its chain tells it. */
export function CoinTransfers() {
  return (
    <ListPage<CoinTransfer>
      inner
      title={words.transfers}
      name="coins.transfers"
      path="/coins/transfers"
      url={useUrlState()}
      columns={columns}
      rowKey={idOf}
      poll={15_000}
      empty={words.noTransfers}
      filters={[
        <ProFormSelect key="network" name="network" label={words.network} valueEnum={words.networks} />,
        <ProFormSelect key="state" name="state" label={words.state} valueEnum={words.transferStates} />,
        <ProFormText key="q" name="q" label={words.search} placeholder={words.searchHint} />,
        <DaysFilter key="days" />,
      ]}
    />
  )
}
