import { formatShortFen } from '@shared/money'

/** The words for 100 million and 10,000. */
export interface LargeUnits {
  hundredMillion: string
  tenThousand: string
}

/** A large round amount as one says it. Never rounded: what has no such form in two decimals is written out. */
export function shortYuan(fen: number, { hundredMillion, tenThousand }: LargeUnits): string {
  for (const [unit, name] of [
    [10_000_000_000, hundredMillion],
    [1_000_000, tenThousand],
  ] as const) {
    if (fen >= unit && fen % (unit / 100) === 0) return `${fen / unit}${name}`
  }
  return formatShortFen(fen)
}
