/**
 * USDT in the browser: the network of an address, its display, and the coins of an amount. The server gives
 * exact values; values computed here are shown as approximate.
 */

export type Network = 'TRC20' | 'ERC20' | 'OMNI'

/** The network by the address's prefix (WD-07), or undefined. The server alone decides whether it is an address. */
export function networkOf(address: string): Network | undefined {
  if (/^[tT]/.test(address)) return 'TRC20'
  if (address.startsWith('0x')) return 'ERC20'
  return address.startsWith('1') ? 'OMNI' : undefined
}

/** An address with its middle hidden: the first and last `ends` characters stay, of a masked one too. */
function masked(address: string, ends: number): string {
  return address.length <= ends * 2 ? address : `${address.slice(0, ends)}****${address.slice(-ends)}`
}

/** As lists show it (WD-03): the first 7 and the last 7. */
export const listedAddress = (address: string) => masked(address, 7)

/** As the confirmation shows it (WD-03): the first 6 and the last 6. */
export const confirmedAddress = (address: string) => masked(address, 6)

/** An address as it is read: in groups of four, of which eyes can compare one after the other. */
export const addressGroups = (address: string) => address.match(/.{1,4}/g) ?? []

/** A rate as it is read: yuan for one coin, with two decimals, or more where it has them. */
export function rateText(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

/**
 * Coins for an amount of fen at a rate of yuan for one coin, in hundredths of a coin. They are rounded up as
 * the server rounds the amount a player has to send. Whole numbers throughout; the rate comes as its decimal
 * text.
 */
export function coinCents(fen: number, rate: string): number {
  const [whole = '', decimals = ''] = rate.split('.')
  const scaled = BigInt(`${whole}${decimals}` || '0')
  if (scaled <= 0n || fen <= 0) return 0
  const coins = BigInt(fen) * 10n ** BigInt(decimals.length)
  return Number((coins + scaled - 1n) / scaled)
}

/** The same for a withdrawal: the server rounds what it pays down. */
export function paidCoinCents(fen: number, rate: string): number {
  const up = coinCents(fen, rate)
  const [whole = '', decimals = ''] = rate.split('.')
  const exact = BigInt(up) * BigInt(`${whole}${decimals}` || '0') === BigInt(fen) * 10n ** BigInt(decimals.length)
  return up === 0 || exact ? up : up - 1
}

/** Hundredths of a coin as they are read: 123456 becomes 1,234.56. */
export function coinText(cents: number): string {
  const whole = String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${String(cents % 100).padStart(2, '0')}`
}
