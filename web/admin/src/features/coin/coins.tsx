import type { CoinNetwork } from '../../api/wire'
import { Typography } from '../../kit'
import { text } from '../../text/zh-cn'

const words = text.coin

/** formatCoins writes a decimal amount of USDT with thousands separators and the places it has. */
export function formatCoins(coins: string): string {
  const match = /^(-?)(\d+)(\.\d{1,6})?$/.exec(coins)
  if (!match) return coins
  const [, sign = '', whole = '0', places = ''] = match
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${places}`
}

/** Coins shows an amount of USDT where yuan stand beside it. */
export function Coins({ value, strong }: { value: string | null; strong?: boolean }) {
  if (value === null) return <span className="muted">—</span>
  const shown = formatCoins(value)
  return (
    <span className="yuan">
      {strong ? <strong>{shown}</strong> : shown} <span className="muted small">{words.unit}</span>
    </span>
  )
}

export const networkName = (network: CoinNetwork) => words.networks[network] ?? network

/** Long shows an address or the number of a transaction in full, with a button that copies it. */
export function Long({ value }: { value: string }) {
  return (
    <Typography.Text className="mono" copyable={{ text: value, tooltips: [words.copy, words.copied] }}>
      {value}
    </Typography.Text>
  )
}

/** Short shows the two ends, for lists; what is copied is the whole. */
export function Short({ value }: { value: string }) {
  const shown = value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-8)}` : value
  return (
    <Typography.Text
      className="mono"
      title={value}
      copyable={{ text: value, tooltips: [words.copy, words.copied] }}
      style={{ whiteSpace: 'nowrap' }}
    >
      {shown}
    </Typography.Text>
  )
}
