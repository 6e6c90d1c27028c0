/**
 * formatYuan writes a decimal string of the wire with thousands separators: "-1234567.8" → "-1,234,567.80".
 * It works on the digits alone: an amount never passes through a floating point number.
 */
export function formatYuan(yuan: string): string {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!match) return yuan
  const [, sign = '', whole = '0', cents = ''] = match
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}

/** fenOf is the amount in fen, exact to any size; comparing and adding is done in it. */
export function fenOf(yuan: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!match) throw new Error(`not an amount: ${yuan}`)
  const [, sign, whole = '0', cents = ''] = match
  const fen = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
  return sign ? -fen : fen
}

/** validAmount accepts what staff may type as an amount: above zero, at most two decimals, no leading zeros. */
export function validAmount(typed: string): boolean {
  return /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/.test(typed) && fenOf(typed) > 0n
}

interface YuanProps {
  value: string | null
  /** Shows the sign of a gain too, and colours: red is a loss, green a gain. */
  signed?: boolean
  strong?: boolean
}

export function Yuan({ value, signed, strong }: YuanProps) {
  if (value === null) return <span className="muted">—</span>
  const fen = signed ? fenOf(value) : 0n
  const className = fen > 0n ? 'yuan gain' : fen < 0n ? 'yuan loss' : 'yuan'
  const shown = `${fen > 0n ? '+' : ''}${formatYuan(value)}`
  return <span className={className}>{strong ? <strong>{shown}</strong> : shown}</span>
}
