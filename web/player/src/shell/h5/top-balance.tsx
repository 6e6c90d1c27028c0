import { balanceQuery } from '@shared/api/queries'
import { formatFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { InboxBell } from '../../features/inbox/inbox-bell'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useShellText } from '../use-shell-text'
import { useHiddenBalance } from './use-hidden-balance'
import { useMineText } from './use-mine-text'

/**
 * The player's whole balance, in the centre and in venues, always in view, and the way to the player's own
 * page. On the tabs' own pages the bell of the messages comes before it.
 */
export default function TopBalance({ bell }: { bell: boolean }) {
  const text = useShellText()
  const own = useMineText()
  const { data } = useQuery(balanceQuery)
  const [hidden] = useHiddenBalance()
  const amount = data ? formatFen(data.sumFen) : '--'
  return (
    <>
      {bell && <InboxBell className="-mx-1 size-11" />}
      <Link
        to={paths.mine}
        aria-label={text.total}
        className="tabular flex h-11 min-w-11 shrink-0 items-center justify-end font-semibold text-gold-soft"
      >
        {hidden ? own.hidden : `¥${amount}`}
      </Link>
    </>
  )
}
