import { useLogin } from '@shared/session'
import { paths } from '../../paths'
import { CopyButton } from '../../ui/copy-button'
import type { Claim } from './claim-queries'
import { useClaimText } from './use-promo-text'

/** The address that friends register by, for the promotion that rewards it (PROMO-08). */
export function InviteLink({ claim, className = '' }: { claim: Claim; className?: string }) {
  const text = useClaimText()
  const { PlayerName } = useLogin()
  if (claim.kind !== 'referral' || claim.state === 'barred' || !PlayerName) return null
  const address = `${window.location.origin}/#${paths.register}?invitePeopleId=${encodeURIComponent(PlayerName)}`
  return (
    <div className={className}>
      <p className="text-xs text-mute">{text.invite}</p>
      <div className="mt-1 flex items-center gap-2 rounded-lg bg-deep pl-3">
        <span className="min-w-0 flex-1 truncate py-2 text-xs text-soft">{address}</span>
        <CopyButton value={address} label={text.invite} />
      </div>
    </div>
  )
}
