import { groupsOfNumber } from './group-digits'

/** The number of an order, in groups that are read aloud easily. The gaps are drawn: a copied number has no spaces. */
export function OrderNumber({ sn }: { sn: string }) {
  const groups = groupsOfNumber(sn)
  if (groups.length === 1) return sn
  return groups.map((group, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
    <span key={place} className="mr-[0.4em] whitespace-nowrap last:mr-0">
      {group}
      <wbr />
    </span>
  ))
}
