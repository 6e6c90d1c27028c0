import { groupsOfFour, lastFour } from '../../ui/group-digits'
import { useCashierText } from './use-cashier-text'
import type { Card } from './withdraw-queries'

/** A text button in the lower right corner of a card or an address, 44 px high. */
export const removeLook =
  'absolute right-1 bottom-1 min-h-11 min-w-11 rounded-lg px-3 text-sm text-mute hover:text-gold focus-visible:text-gold'

interface Props {
  card: Card
  chosen: boolean
  onPick: () => void
  onRemove: () => void
}

/** A bank card as a button: a click makes it the default (CARD-01). */
export function CardFace({ card, chosen, onPick, onRemove }: Props) {
  const text = useCashierText()
  return (
    <div className="relative">
      <button
        type="button"
        aria-pressed={chosen}
        aria-label={`${card.bank} ${text.cardPick(lastFour(card.number))}`}
        onClick={onPick}
        className={`relative flex h-36 w-full flex-col justify-between overflow-hidden rounded-xl border p-4 text-left transition-colors ${
          chosen ? 'border-gold bg-linear-to-br from-[#3d311a] to-panel' : 'border-line bg-raised hover:border-gold/60'
        }`}
      >
        <span className="flex items-center justify-between gap-2">
          <span className="truncate font-semibold">{card.bank}</span>
          {card.isDefault && (
            <span className="shrink-0 rounded bg-gold px-2 text-xs leading-5 font-semibold text-on-gold">
              {text.cardDefault}
            </span>
          )}
        </span>
        <span className="tabular text-lg tracking-wider whitespace-nowrap">{groupsOfFour(card.number)}</span>
        <span data-own-words className="text-sm text-soft">
          {card.holder}
        </span>
      </button>
      <button
        type="button"
        aria-label={`${text.removeCard} ${lastFour(card.number)}`}
        onClick={onRemove}
        className={removeLook}
      >
        {text.remove}
      </button>
    </div>
  )
}
