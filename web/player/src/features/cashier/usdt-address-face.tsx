import { listedAddress } from '@shared/usdt'
import { removeLook } from './card-face'
import type { CoinAddress } from './usdt-queries'
import { useCashierText } from './use-cashier-text'
import { useUsdtText } from './use-usdt-text'

interface Props {
  address: CoinAddress
  chosen: boolean
  onPick: () => void
  onRemove: () => void
}

/** A receiving address as a button: a click makes it the default (WD-03). */
export function AddressFace({ address, chosen, onPick, onRemove }: Props) {
  const text = useUsdtText()
  const cashier = useCashierText()
  const tail = address.address.slice(-4)
  return (
    <div className="relative">
      <button
        type="button"
        aria-pressed={chosen}
        aria-label={address.isDefault ? text.isDefault(address.network, tail) : text.pick(address.network, tail)}
        onClick={onPick}
        className={`flex h-32 w-full min-w-0 flex-col justify-between rounded-xl border p-4 text-left transition-colors h5:h-28 ${
          chosen ? 'border-gold bg-linear-to-br from-[#3d311a] to-panel' : 'border-line bg-raised hover:border-gold/60'
        }`}
      >
        <span className="flex items-center justify-between gap-2">
          <span className="flex min-w-0 items-center gap-2 font-semibold">
            <CoinMark />
            {text.tag(address.network)}
          </span>
          {!address.offered && <span className="shrink-0 text-xs text-mute">{text.notOffered}</span>}
          {address.isDefault && (
            <span className="shrink-0 rounded bg-gold px-2 text-xs leading-5 font-semibold text-on-gold">
              {text.addressDefault}
            </span>
          )}
        </span>
        <span className="tabular truncate text-body">{listedAddress(address.address)}</span>
        <span className="text-sm text-soft">{text.networks[address.network]}</span>
      </button>
      <button type="button" aria-label={`${text.removeAddress} ${tail}`} onClick={onRemove} className={removeLook}>
        {cashier.remove}
      </button>
    </div>
  )
}

/** A coin with a T of our own drawing. */
export function CoinMark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      className="shrink-0 stroke-win"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="8.5" className="fill-win/12" />
      <path d="M6.5 6.8h7M10 6.8v7.4M6.8 10.2c2 .9 4.4.9 6.4 0" />
    </svg>
  )
}
