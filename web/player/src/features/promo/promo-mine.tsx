import { useLogin } from '@shared/session'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useClaims } from './claim-queries'
import { usePromoText } from './use-promo-text'

/** For whoever is logged in, the way to their own promotions, and how much waits there. Its place is kept from the start. */
export function PromoMine() {
  const text = usePromoText()
  const { Ticket } = useLogin()
  const { data = [] } = useClaims()
  if (!Ticket) return null
  const count = data.filter(({ state }) => state === 'claimable').length
  return (
    <Link
      to={paths.discount}
      className={`flex min-h-11 items-center gap-2.5 rounded-xl border px-4 text-sm transition-colors hover:border-gold h5:w-full ${
        count > 0 ? 'border-gold/50 bg-linear-to-r from-warm to-panel text-gold-soft' : 'border-line bg-panel text-soft'
      }`}
    >
      <svg width="18" height="18" viewBox="0 0 24 24" fill="none" className="shrink-0 stroke-gold" aria-hidden="true">
        <path
          d="M6 3h12a1.500 1.500 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 18 21H6a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 6 3ZM4.500 7.500Q12 14 19.500 7.500M12 9a2.200 2.200 0 1 1 0 4.400A2.200 2.200 0 0 1 12 9Z"
          strokeWidth="1.600"
          strokeLinejoin="round"
        />
      </svg>
      <span className="flex-1">{text.mine(count)}</span>
      <span className="font-semibold whitespace-nowrap text-gold">{text.toMine}</span>
    </Link>
  )
}
