import FundNotice from '../features/fund/fund-notice'
import RealityCheck from '../features/limits/reality-check'
import GameReturn from '../features/venue/game-return'
import { Optional } from '../ui/optional'
import DepositNotice from './deposit-notice'
import { useLogout } from './use-logout'

/**
 * Notices for players, not for visitors: a deposit that arrived, C$ to unlock, a reality check, the money of
 * a game they return from.
 */
export default function PlayerNotices() {
  const logout = useLogout()
  return (
    <>
      <DepositNotice />
      <GameReturn />
      <Optional>
        <FundNotice />
      </Optional>
      <Optional>
        <RealityCheck onLogout={() => logout.mutate()} />
      </Optional>
    </>
  )
}
