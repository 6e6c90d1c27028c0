import { useCashierText } from './use-cashier-text'

const looks = ['bg-gold/12 text-gold-soft', 'bg-win/12 text-win', 'bg-loss/12 text-loss']

/** 0 being processed, 1 done, 2 refused: said in words, and by colour besides. */
export function StatusBadge({ status, text }: { status: number; text: string }) {
  const words = useCashierText()
  return (
    <span className={`inline-block rounded px-2 text-xs leading-6 whitespace-nowrap ${looks[status] ?? looks[0]}`}>
      {text || words.statusFallback[status] || words.statusFallback[0]}
    </span>
  )
}
