/** The longest row of page buttons; from then on the row always has this many places, so that none moves. */
const places = 7

export type PagePlace = number | 'before' | 'after'

/** Which pages have a button: the first, the last and those around the open one; the rest hides in a gap. */
export function pageWindow(page: number, pageCount: number): PagePlace[] {
  if (pageCount <= places) return numbers(1, pageCount)
  const around = places - 3
  if (page <= around) return [...numbers(1, around + 1), 'after', pageCount]
  if (page > pageCount - around) return [1, 'before', ...numbers(pageCount - around, pageCount)]
  return [1, 'before', ...numbers(page - 1, page + 1), 'after', pageCount]
}

const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
