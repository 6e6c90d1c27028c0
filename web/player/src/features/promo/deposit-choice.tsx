import { formatFen, formatShortFen } from '@shared/money'
import { useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { askedBy, broughtBy, mostFor, type Offer, rateText } from './offer'
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

interface Option {
  id: string
  name: string
  over: boolean
  /** The bonus and the turnover of the sum in the form. */
  brings: string
}

/** The bonus and the turnover of a sum with an offer; its share, where no sum is typed. */
function bringsLine(offer: Offer, fen: number, text: ReturnType<typeof useDepositChoiceText>): string {
  if (fen === 0) return text.share(rateText(offer.rate), offer.capFen > 0 ? formatShortFen(offer.capFen) : '')
  const brought = broughtBy(offer, fen)
  if (!brought) return text.least(formatShortFen(offer.minFen))
  return text.bonus(formatFen(brought.bonusFen), formatFen(brought.turnoverFen))
}

/**
 * The promotion that a deposit takes part in: none, until the player says so. Each option shows its bonus and turnover
 * for the sum in the form, and the chosen one its rule in a sentence.
 */
export function DepositChoice({ promotions, chosen, fen = 0, turnoverPercent = 0, field }: Props) {
  const text = useDepositChoiceText()
  const own = useId()
  const open = promotions.filter(({ over }) => !over)
  const offers = open.flatMap(({ offer }) => offer ?? [])
  const first = offers.find((offer) => offer.first)
  const [seen, see] = useState(first)
  if (first && first !== seen) see(first)
  const told = first ?? seen
  const asked = fen > 0 && turnoverPercent > 0 && (
    <span className="block pb-1 text-sm text-gold-soft">
      {text.asks(formatShortFen(fen), formatFen(askedBy(turnoverPercent, fen)))}
    </span>
  )
  if (promotions.length === 0) return <p className="min-h-6">{asked}</p>
  const promotion = promotions.find(({ id }) => String(id) === chosen)
  const line = promotion ? text.chosenLine(promotion.line, (promotion.offer?.missing ?? '') !== '') : text.noneLine
  const most = mostFor(offers, fen)
  const nothing: Option = {
    id: '',
    name: text.none,
    over: false,
    brings: fen > 0 && turnoverPercent > 0 ? text.turnover(formatFen(askedBy(turnoverPercent, fen))) : text.noneShort,
  }
  const options = promotions.map(({ id, name, over = false, offer }): Option => {
    return { id: String(id), name, over, brings: offer ? bringsLine(offer, fen, text) : '' }
  })
  return (
    <fieldset className="pb-4">
      <legend className="mb-1.5 text-sm text-soft">
        {text.title}
        {open.length > 1 && <span className="pl-2 text-xs text-mute">{text.onlyOne(open.length)}</span>}
      </legend>
      <div className="grid gap-2">
        {[nothing, ...options].map((option) => (
          <label
            key={option.id}
            className={`flex min-h-14 items-center gap-3 rounded-lg border px-4 py-1.5 focus-within:outline-2 focus-within:outline-gold ${
              option.over ? 'cursor-not-allowed text-mute' : 'cursor-pointer'
            } ${option.id === chosen ? 'border-gold bg-gold/10 text-gold-soft' : 'border-line bg-raised'}`}
          >
            <input
              type="radio"
              {...field}
              value={option.id}
              disabled={option.over}
              className="sr-only"
              aria-labelledby={`${own}-name-${option.id}`}
              aria-describedby={`${own}-sum-${option.id}`}
            />
            <span className="min-w-0 flex-1">
              <span id={`${own}-name-${option.id}`} className={option.over ? 'line-through' : ''}>
                {option.name}
              </span>
              <span
                id={`${own}-sum-${option.id}`}
                className={`tabular block text-xs leading-5 ${option.over ? '' : 'text-soft'}`}
              >
                {option.over ? text.over : option.brings}
                {option.id === String(most) && <span className="sr-only">{text.most}</span>}
              </span>
            </span>
            {option.id === String(most) && (
              <span
                aria-hidden="true"
                className="shrink-0 whitespace-nowrap rounded bg-gold/20 px-2 py-0.5 text-xs text-gold"
              >
                {text.most}
              </span>
            )}
          </label>
        ))}
      </div>
      {told && (
        // It keeps its place while the first-deposit offer is chosen and when a deposit ends it, so nothing moves.
        <p
          className={`pt-1.5 text-xs leading-5 text-pretty text-gold-soft ${first && String(first.id) !== chosen ? '' : 'invisible'}`}
        >
          {text.firstOnly(told.name)}
        </p>
      )}
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
