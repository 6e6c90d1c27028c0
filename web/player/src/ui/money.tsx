import { formatFen, formatSignedFen } from '@shared/money'

/** An amount in yuan. */
export function Money({ fen, className = '' }: { fen: number; className?: string }) {
  return <span className={`tabular whitespace-nowrap ${className}`}>¥{formatFen(fen)}</span>
}

/**
 * Win or loss: red below zero, green above, neutral at zero, and a sign besides the colour (REC-05). In yuan, where the
 * column does not name another currency.
 */
export function WinLoss({ fen, unit = '¥' }: { fen: number; unit?: string }) {
  const colour = fen < 0 ? 'text-loss' : fen > 0 ? 'text-win' : 'text-text'
  return <span className={`tabular whitespace-nowrap ${colour}`}>{formatSignedFen(fen, unit)}</span>
}
