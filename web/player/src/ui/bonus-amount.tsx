import { formatFen } from '@shared/money'

/** An amount of C$ inside a sentence. */
export const bonusText = (fen: number) => `C$${formatFen(fen)}`

/** An amount of C$. */
export function BonusAmount({ fen, className = '' }: { fen: number; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className}`}>
      <span className="mr-[0.15em] text-[0.72em]">C$</span>
      {formatFen(fen)}
    </span>
  )
}
