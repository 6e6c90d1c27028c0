import { phrases, simplified, traditional } from './table'

const single = new Map([...simplified].map((from, at) => [from, traditional[at] ?? from]))

/** Phrases by their first character, the longest first. */
const byFirst = new Map<string, [from: string, to: string][]>()
for (const entry of phrases.split('|')) {
  const [from = '', to = ''] = entry.split(' ')
  byFirst.set(from.charAt(0), [...(byFirst.get(from.charAt(0)) ?? []), [from, to]])
}
for (const list of byFirst.values()) list.sort(([a], [b]) => b.length - a.length)

/** A text in Traditional Chinese. Everything but Simplified characters stays as it is. */
export function toTraditional(text: string): string {
  let made = ''
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at)
    const phrase = byFirst.get(sign)?.find(([from]) => text.startsWith(from, at))
    made += phrase ? phrase[1] : (single.get(sign) ?? sign)
    at += phrase ? phrase[0].length : 1
  }
  return made
}
