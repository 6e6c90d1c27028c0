import { formatFen, formatShortFen } from '@shared/money'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { askedBy, broughtBy, type Offer } from './offer'
import type { DepositPromotion } from './promo-queries'
import { useDepositChoiceText } from './use-promo-text'

interface Props {
  promotions: DepositPromotion[]
  /** The promotion's id as text; '' is none. */
  chosen: string
  /** The sum in the form, 0 without one. */
  fen?: number
  /** Percent of a deposit without a promotion, to be bet before a withdrawal. */
  turnoverPercent?: number
  field: UseFormRegisterReturn
}

/** The promotion that a deposit takes part in: none, until the player says so, and the chosen one's rule in a sentence. */
export function DepositChoice({ promotions, chosen, fen = 0, turnoverPercent = 0, field }: Props) {
  const text = useDepositChoiceText()
  const asked = fen > 0 && turnoverPercent > 0 && (
    <span className="block pb-1 text-sm text-gold-soft">
      {text.asks(formatShortFen(fen), formatFen(askedBy(turnoverPercent, fen)))}
    </span>
  )
  if (promotions.length === 0) return <p className="min-h-6">{asked}</p>
  const promotion = promotions.find(({ id }) => String(id) === chosen)
  const line = promotion ? text.chosenLine(promotion.line, (promotion.offer?.missing ?? '') !== '') : text.noneLine
  return (
    <fieldset className="pb-4">
      <legend className="mb-1.5 text-sm text-soft">{text.title}</legend>
      <div className="flex flex-wrap gap-2.5">
        {[{ id: '', name: text.none, over: false }, ...promotions].map(({ id, name, over = false }) => (
          <label
            key={id}
            title={over ? text.over : undefined}
            className={`flex min-h-11 items-center rounded-lg border px-4 focus-within:outline-2 focus-within:outline-gold ${
              over ? 'cursor-not-allowed text-mute line-through' : 'cursor-pointer'
            } ${String(id) === chosen ? 'border-gold bg-gold/10 text-gold-soft' : 'border-line bg-raised'}`}
          >
            <input type="radio" {...field} value={String(id)} disabled={over} className="sr-only" />
            {name}
            {over && <span className="sr-only">{text.over}</span>}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="min-h-14 pt-1.5 text-xs leading-5 text-pretty text-mute">
        {promotion ? promotion.offer && <Sum offer={promotion.offer} fen={fen} /> : asked}
        {line}
        {chosen && (
          <Link
            to={`${paths.activity}/${chosen}`}
            className="text-soft underline decoration-line underline-offset-4 hover:text-gold h5:py-3"
          >
            {text.rules}
          </Link>
        )}
      </p>
    </fieldset>
  )
}

/** The deposit's bonus and its turnover, before any payment; and the missing conditions. */
function Sum({ offer, fen }: { offer: Offer; fen: number }) {
  const text = useDepositChoiceText()
  const asked = Math.max(fen, offer.minFen)
  const brought = broughtBy(offer, asked)
  return (
    <span className="block pb-1 text-sm text-gold-soft">
      {fen > 0 && fen < offer.minFen && text.least(formatShortFen(offer.minFen))}
      {brought && text.brings(formatShortFen(asked), formatFen(brought.bonusFen), formatFen(brought.turnoverFen))}
      {offer.missing && (
        <>
          {' '}
          <Link
            to={text.isName(offer.missing) ? paths.profile : paths.bindCard}
            className="text-gold underline underline-offset-4 h5:py-3"
          >
            {offer.missing}
          </Link>
        </>
      )}
    </span>
  )
}
