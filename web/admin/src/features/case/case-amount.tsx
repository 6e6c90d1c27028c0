import type { Case } from '../../api/wire'
import { Yuan } from '../../ui/money'
import { Coins } from '../coin/coins'

/** CaseAmount is what a case is about: yuan, or coins that nobody has given a worth yet. */
export function CaseAmount({ of: { amount, coins } }: { of: Pick<Case, 'amount' | 'coins'> }) {
  return coins === null ? <Yuan value={amount} strong /> : <Coins value={coins} strong />
}
