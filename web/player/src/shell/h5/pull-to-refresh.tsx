import { useLocation } from 'react-router'
import { paths } from '../../paths'
import { Optional } from '../../ui/optional'
import { lazyPart } from '../lazy-part'

const Pull = lazyPart(() => import('./pull'))

/** Wallet, records and the player's own page: pages that players reload to see news. */
const pulled: string[] = [
  paths.mine,
  paths.transfer,
  paths.withdrawal,
  paths.cashLog,
  paths.betRecord,
  paths.betRecordPlatform,
  paths.betRecordDetail,
  paths.bankCard,
].map((path) => path.toLowerCase())

/** Pulling the page down at its top reads everything on it anew. Fingers only: a mouse has a refresh key. */
export function PullToRefresh() {
  const { pathname } = useLocation()
  if (!pulled.includes(pathname.toLowerCase())) return null
  return (
    <Optional>
      <Pull key={pathname} />
    </Optional>
  )
}
