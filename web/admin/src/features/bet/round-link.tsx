import { gmtDay } from '@shared/clock'
import { addDays } from '@shared/days'
import { Link } from 'react-router'
import type { HouseBet } from '../../api/wire'
import { paths } from '../../paths'

/** RoundLink names the round of a bet and leads to all bets of that round. A round may cross midnight. */
export function RoundLink({ bet }: { bet: Pick<HouseBet, 'venue' | 'round' | 'betAt'> }) {
  const day = gmtDay(bet.betAt)
  return (
    <Link className="mono" to={paths.betsOfRound(bet.venue, bet.round, addDays(day, -1), addDays(day, 1))}>
      {bet.round}
    </Link>
  )
}
