import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { BetTally } from '../../api/earning'
import { Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { formatYuan, Yuan } from '../../ui/money'
import { queryOf } from '../../ui/use-url-state'

/** BetSum is what all bets of a search add up to, which is what the figures of the report say. */
export function BetSum({ filters }: { filters: Record<string, string> }) {
  const query = queryOf(filters)
  const sum = useQuery({
    queryKey: ['/bets/sum', query],
    queryFn: ({ signal }) => get<BetTally>('/bets/sum', { query, signal }),
  })
  if (!sum.data) return null
  const { count, stake, valid, winLoss, open, openStake } = sum.data
  return (
    <Space size="large" wrap>
      <span className="muted">{text.betSum.finished(count)}</span>
      <span>
        {text.bet.stake} <Yuan value={stake} strong />
      </span>
      <span>
        {text.bet.valid} <Yuan value={valid} strong />
      </span>
      <span>
        {text.bet.winLoss} <Yuan value={winLoss} strong signed />
      </span>
      {open > 0 && <span className="muted">{text.betSum.open(open, `¥${formatYuan(openStake)}`)}</span>}
    </Space>
  )
}
