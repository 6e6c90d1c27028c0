import type { BetDetail } from '../../api/wire'
import { text } from '../../text/zh-cn'
import { Facts } from '../../ui/facts'

const words = text.bet.facts

/** RoundFacts shows what the venue tells of a bet's round; nothing where it tells nothing. */
export function RoundFacts({ round }: { round: BetDetail['roundFacts'] }) {
  if (!round.number && !round.table && !round.play && !round.outcome) return null
  return (
    <Facts
      title={words.title}
      facts={[
        [words.number, round.number],
        [words.table, round.table],
        [words.play, round.play],
        [words.outcome, round.outcome],
      ]}
    />
  )
}
