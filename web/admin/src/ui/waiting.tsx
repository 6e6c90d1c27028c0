import { serverNow } from '@shared/clock'
import { Tag } from '../kit'
import { text } from '../text/zh-cn'
import { ageText } from './time'

const minute = 60_000
const hour = 60 * minute

/** From when something waits long, and from when too long, in ms. One list for every queue. */
const limits = {
  deposit: [10 * minute, 30 * minute],
  withdrawal: [30 * minute, 2 * hour],
  transfer: [10 * minute, hour],
  approval: [4 * hour, 24 * hour],
  case: [4 * hour, 24 * hour],
  finding: [4 * hour, 24 * hour],
  award: [24 * hour, 72 * hour],
} as const satisfies Record<string, readonly [number, number]>

export type Queue = keyof typeof limits

/** Waiting says how long something waits for staff. What waits long says so in words, and in colour. */
export function Waiting({ since, queue }: { since: number; queue: Queue }) {
  const now = serverNow()
  const [long, late] = limits[queue]
  const age = ageText(since, now)
  if (now - since >= late) return <Tag color="error">{text.time.late(age)}</Tag>
  if (now - since >= long) return <Tag color="warning">{text.time.long(age)}</Tag>
  return <span>{age}</span>
}
