import { Dialog } from '../../ui/dialog'
import type { Claim } from './claim-queries'
import { OddsTable } from './odds-table'
import { useClaimText } from './use-promo-text'

export default function OddsDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const text = useClaimText()
  return (
    <Dialog title={text.odds} onClose={onClose}>
      <p className="pb-2 font-semibold text-gold-soft">{claim.name}</p>
      <OddsTable odds={claim.odds} />
    </Dialog>
  )
}
