import type { CoinNode } from '../../api/wire'
import type { TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { networkName } from './coins'
import { TableCard } from './table-card'

const words = text.coin

const columns: TableColumnsType<CoinNode> = [
  { title: words.network, render: (_, row) => <strong>{networkName(row.network)}</strong> },
  {
    title: words.state,
    render: (_, row) => (
      <>
        {stateTag(row)}
        {row.wrong !== null && <p className="mono small">{row.wrong}</p>}
      </>
    ),
  },
  { title: words.nodeChecked, render: (_, row) => <Time ms={row.checkedAt} /> },
  { title: words.nodeRead, render: (_, row) => <Time ms={row.readAt} /> },
]

function stateTag(node: CoinNode) {
  if (node.wrong !== null) return <StateTag label={words.nodeWrong} tone="error" />
  if (node.checkedAt === null) return <StateTag label={words.nodeSilent} tone="warning" />
  return <StateTag label={words.nodeRight} tone="success" />
}

/** CoinNodes are the nodes by which the chains are read, and whether they serve the right network. */
export function CoinNodes() {
  return (
    <TableCard<CoinNode>
      title={words.nodes}
      path="/coins/nodes"
      columns={columns}
      rowKey={(row) => row.network}
      empty={words.noNodes}
    />
  )
}
