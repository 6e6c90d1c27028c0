import { useBalance } from '@shared/api/live-balance'
import { InboxBell } from '../../features/inbox/inbox-bell'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useBalanceText } from '../../ui/own-balance'
import { useShellText } from '../use-shell-text'

/**
 * The player's whole balance, in the centre and in venues, always in view, and the way to the player's own
 * page. On the tabs' own pages the bell of the messages comes before it.
 */
export default function TopBalance({ bell }: { bell: boolean }) {
  const text = useShellText()
  const data = useBalance()
  const balance = useBalanceText()
  return (
    <>
      {bell && <InboxBell className="-mx-1 size-11" />}
      <Link
        to={paths.mine}
        aria-label={text.total}
        className="flex h-11 min-w-11 shrink-0 flex-col items-end justify-center"
      >
        <span className="text-xs leading-none text-mute">{text.total}</span>
        <span className="tabular font-semibold leading-none text-gold-soft">¥{data ? balance(data.sumFen) : '--'}</span>
      </Link>
    </>
  )
}
