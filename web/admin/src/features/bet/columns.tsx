import type { Bet, BetStatus } from '../../api/wire'
import type { ProColumns } from '../../kit'
import { text } from '../../text/zh-cn'
import { StateTag, type Tone } from '../../ui/facts'
import { Yuan } from '../../ui/money'
import { Time } from '../../ui/time'

const words = text.bet
const tone: Record<BetStatus, Tone> = { open: 'processing', settled: 'success', void: 'default' }

export const BetState = ({ status }: { status: BetStatus }) => (
  <StateTag label={words.statuses[status]} tone={tone[status]} />
)

/** betColumns are the columns of every list of bets. */
export const betColumns: ProColumns<Bet>[] = [
  { title: words.at, key: 'at', render: (_, row) => <Time ms={row.betAt} /> },
  { title: words.venue, key: 'venue', render: (_, row) => row.venueName },
  { title: words.game, key: 'game', render: (_, row) => row.game },
  { title: words.betId, key: 'betId', render: (_, row) => <span className="mono">{row.betId}</span> },
  { title: words.stake, key: 'stake', align: 'right', render: (_, row) => <Yuan value={row.stake} /> },
  { title: words.valid, key: 'valid', align: 'right', render: (_, row) => <Yuan value={row.valid} /> },
  { title: words.winLoss, key: 'winLoss', align: 'right', render: (_, row) => <Yuan value={row.winLoss} signed /> },
  { title: words.status, key: 'status', render: (_, row) => <BetState status={row.status} /> },
  { title: words.version, key: 'version', align: 'right', render: (_, row) => row.version },
  { title: words.settled, key: 'settled', render: (_, row) => <Time ms={row.settledAt} /> },
]
