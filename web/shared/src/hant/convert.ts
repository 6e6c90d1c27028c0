import { phrases, simplified, traditional } from './table'

const single = new Map([...simplified].map((from, at) => [from, traditional[at] ?? from]))

const backSingle = new Map([...traditional].map((from, at) => [from, simplified[at] ?? from]))

type Pair = [from: string, to: string]

const pairs = phrases.split('|').map((entry): Pair => {
  const [from = '', to = ''] = entry.split(' ')
  return [from, to]
})
const byFirst = index(pairs)
const backByFirst = index(pairs.map(([from, to]): Pair => [to, from]))

/** Phrases by their first character, the longest first. */
function index(list: Pair[]): Map<string, Pair[]> {
  const made = new Map<string, Pair[]>()
  for (const pair of list) made.set(pair[0].charAt(0), [...(made.get(pair[0].charAt(0)) ?? []), pair])
  for (const some of made.values()) some.sort(([a], [b]) => b.length - a.length)
  return made
}

/** A text in Traditional Chinese. Everything but Simplified characters stays as it is. */
export const toTraditional = (text: string): string => convert(text, single, byFirst)

/** A text typed in Traditional Chinese, as names are kept. */
export const toSimplified = (text: string): string => convert(text, backSingle, backByFirst)

function convert(text: string, single: ReadonlyMap<string, string>, byFirst: ReadonlyMap<string, Pair[]>): string {
  let made = ''
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at)
    const phrase = byFirst.get(sign)?.find(([from]) => text.startsWith(from, at))
    made += phrase ? phrase[1] : (single.get(sign) ?? sign)
    at += phrase ? phrase[0].length : 1
  }
  return made
}
