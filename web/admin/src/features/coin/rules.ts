import type { CoinNetwork, CoinPayoutSaid, CoinTransferState } from '../../api/wire'
import { text } from '../../text/zh-cn'
import type { Tone } from '../../ui/facts'
import { fenOf, validAmount } from '../../ui/money'

const words = text.coin

/** rateWrong is what is wrong with the yuan of one USDT: above zero, at most four places. */
export function rateWrong(typed = ''): string | undefined {
  const rate = typed.trim()
  return /^(0|[1-9]\d{0,5})(\.\d{1,4})?$/.test(rate) && /[1-9]/.test(rate) ? undefined : words.rateInvalid
}

/** boundsWrong is what is wrong with the fewest and the most coins of one order. */
export function boundsWrong(least = '', most = ''): string | undefined {
  if (!validAmount(least.trim()) || !validAmount(most.trim())) return words.boundsInvalid
  return fenOf(most.trim()) < fenOf(least.trim()) ? words.boundsOrder : undefined
}

/** movedBy says by how much a rate changes, in percent with two places; undefined where nothing can be compared. */
export function movedBy(before: string | undefined, after = ''): string | undefined {
  if (before === undefined || rateWrong(after) !== undefined) return undefined
  const old = unitsOf(before)
  const basis = ((unitsOf(after.trim()) - old) * 100_000n) / old
  const rounded = (basis + (basis < 0n ? -5n : 5n)) / 10n
  const sign = rounded > 0n ? '+' : rounded < 0n ? '-' : ''
  const size = rounded < 0n ? -rounded : rounded
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}%`
}

const unitsOf = (rate: string): bigint => {
  const [whole = '0', places = ''] = rate.split('.')
  return BigInt(whole + places.padEnd(4, '0').slice(0, 4))
}

const shapes: Record<CoinNetwork, RegExp> = {
  trc20: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  erc20: /^0x[0-9a-fA-F]{40}$/,
  omni: /^1[1-9A-HJ-NP-Za-km-z]{25,34}$/,
}

/** addressWrong looks at the shape of an address, or of an extended public key; the server looks at its checksum. */
export function addressWrong(network: CoinNetwork | undefined, typed = ''): string | undefined {
  const address = typed.trim()
  if (address === '') return text.action.required
  if (/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(address)) return undefined
  return network === undefined || shapes[network].test(address) ? undefined : words.addressInvalid
}

/** walletWrong looks at the shape of a single address; a payout wallet is never a key. */
export function walletWrong(network: CoinNetwork | undefined, typed = ''): string | undefined {
  return typed.trim().startsWith('xpub') ? words.addressInvalid : addressWrong(network, typed)
}

/** txWrong looks at the shape of a transaction's number: 64 hexadecimal digits, on Ethereum after 0x. */
export function txWrong(typed = ''): string | undefined {
  return /^(0x)?[0-9a-fA-F]{64}$/.test(typed.trim()) ? undefined : words.txInvalid
}

export const transferTone: Record<CoinTransferState, Tone> = {
  seen: 'processing',
  credited: 'success',
  stray: 'warning',
  dust: 'default',
}

export const saidTone: Record<CoinPayoutSaid, Tone> = {
  '': 'default',
  open: 'processing',
  paid: 'success',
  failed: 'error',
  differs: 'error',
  absent: 'warning',
  unknown: 'warning',
  sender: 'warning',
  sender_unknown: 'warning',
}

export const check = (wrong: string | undefined): Promise<void> =>
  wrong === undefined ? Promise.resolve() : Promise.reject(new Error(wrong))
