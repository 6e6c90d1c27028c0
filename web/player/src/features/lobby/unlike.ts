import type { Cover } from './lobby-queries'

/** So many covers before a place do not have its motif. */
const near = 6

/**
 * The covers in their order, but one whose motif is among the last few waits for the next one with another motif. Where
 * only such covers are left, the one whose motif is the longest ago comes first.
 */
export function unlike(covers: readonly Cover[], most = covers.length): Cover[] {
  const rest = [...covers]
  const list: Cover[] = []
  while (rest.length > 0 && list.length < most) {
    const last = list.slice(-near).reverse()
    const ago = ({ motif }: Cover) => {
      const at = motif === '' ? -1 : last.findIndex((other) => other.motif === motif)
      return at < 0 ? near : at
    }
    let next = 0
    let best = -1
    for (let at = 0; at < rest.length && best < near; at++) {
      const far = ago(rest[at] as Cover)
      if (far > best) [next, best] = [at, far]
    }
    list.push(...rest.splice(next, 1))
  }
  return list
}
