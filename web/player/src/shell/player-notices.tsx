import FundNotice from '../features/fund/fund-notice'
import { Optional } from '../ui/optional'
import DepositNotice from './deposit-notice'

/** What comes to a player by itself and to no visitor: a deposit that arrived, and C$ to unlock. */
export default function PlayerNotices() {
  return (
    <>
      <DepositNotice />
      <Optional>
        <FundNotice />
      </Optional>
    </>
  )
}
