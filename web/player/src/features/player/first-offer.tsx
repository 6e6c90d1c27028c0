import { formatFen, formatShortFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { broughtBy, firstOfferQuery, rateText } from '../promo/offer'
import { usePlayerText } from './use-player-text'

/** The sum with which the offer is explained: large enough for most, and below what its cap cuts. */
const exampleFen = 100_000

/** The first deposit's bonus, shown before registration. Its room is reserved before and without it. */
export function FirstOffer() {
  const text = usePlayerText()
  const { data: offer } = useQuery(firstOfferQuery)
  const asked = Math.max(exampleFen, offer?.minFen ?? 0)
  const brought = offer && broughtBy(offer, asked)
  return (
    <div className="mb-4 flex min-h-24 flex-col justify-center rounded-lg bg-gold/10 px-4 py-2.5 text-sm">
      {offer && brought ? (
        <>
          <p className="font-semibold text-gold">{text.offer(rateText(offer.rate), formatShortFen(offer.capFen))}</p>
          <p className="text-xs text-soft">
            {text.offerSum(formatShortFen(asked), formatFen(brought.bonusFen), formatFen(brought.turnoverFen))}
          </p>
        </>
      ) : (
        <p className="text-soft">{text.offerNone}</p>
      )}
    </div>
  )
}
