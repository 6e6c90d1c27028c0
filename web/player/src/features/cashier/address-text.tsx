import { addressGroups } from '@shared/usdt'

/**
 * A whole address in groups of four, so that eyes can compare it piece by piece: look-alikes share their ends (trust
 * ADR-3). The groups stand apart by space that is not text: who copies it copies the address.
 */
export function AddressText({ address, className = '' }: { address: string; className?: string }) {
  return (
    <span data-address className={`tabular ${className}`}>
      {addressGroups(address).map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place
          key={index}
          className={`mr-2 inline-block ${index % 2 ? 'text-gold-soft' : ''}`}
        >
          {group}
        </span>
      ))}
    </span>
  )
}
