/**
 * Money in the browser. Inside, an amount is a whole number of fen (1 yuan = 100 fen); the wire carries decimal yuan
 * as JSON numbers (D-17). The two meet here and nowhere else, and no sum is ever taken of raw wire numbers.
 */

/** Fen of a decimal yuan number from the wire. Goes through its decimal text, so 1.1 is 110 and never 109. */
export function fenOf(yuan: number | null | undefined): number {
  if (yuan === null || yuan === undefined || !Number.isFinite(yuan)) return 0
  return Number(yuan.toFixed(2).replace('.', ''))
}

/** Fen of an amount a player typed and the form's rule has accepted, such as 100 or 99.5. */
export function fenOfText(text: string): number {
  const [whole = '0', cents = ''] = text.trim().split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0').slice(0, 2))
}

/** Decimal yuan as the wire wants it: 10050 becomes 100.50. */
export function yuanText(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100)
  const cents = String(Math.abs(fen) % 100).padStart(2, '0')
  return `${fen < 0 ? '-' : ''}${whole}.${cents}`
}

/** The player's form: thousand separators and two decimals, 123456 becomes 1,234.56. */
export function formatFen(fen: number): string {
  const [whole = '0', cents = '00'] = yuanText(Math.abs(fen)).split('.')
  return `${fen < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** Win or loss with its sign, so that colour is never the only sign of it (REC-05). Zero has none. */
export function formatSignedFen(fen: number, unit = ''): string {
  return `${fen < 0 ? '-' : fen > 0 ? '+' : ''}${unit}${formatFen(Math.abs(fen))}`
}

/** Whole yuan without decimals where there are none to show: limits and quick amounts, 10000 becomes 100. */
export function formatShortFen(fen: number): string {
  return fen % 100 === 0 ? formatFen(fen).slice(0, -3) : formatFen(fen)
}
