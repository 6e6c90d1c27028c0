/** Phrases in Simplified Chinese and their English. `{0}` is a place for a value, the same in both (CONTRIBUTING.md). */
export type Book = Readonly<Record<string, string>>

/** A phrase with places for values. */
interface Template {
  /** The text before the first place, and after the last: cheap to compare. */
  head: string
  tail: string
  pattern: RegExp
  english: string
  /** Characters outside of the places. */
  length: number
  /** Chinese characters outside of the places. */
  han: number
}

const han = /\p{Script=Han}/u
const everyHan = /\p{Script=Han}/gu
const place = /\{\d\}/
/** Curly quotes and the ellipsis are not among these, nor in the book: a Chinese font draws them as wide as a character. */
const marks: Readonly<Record<string, string>> = {
  '，': ', ',
  '、': ', ',
  '；': '; ',
  '：': ': ',
  '。': '. ',
  '！': '! ',
  '？': '? ',
  '（': ' (',
  '）': ')',
  '「': '"',
  '」': '"',
  '／': ' / ',
  '　': ' ',
}
const anyMark = /[，、；：。！？（）「」／　]/g
const anyForeign = /[\p{Script=Han}，、；：。！？（）「」／　]/u

/** Ends of sentences, and what divides the parts of one. */
const sentenceEnd = /(?<=[。！？；\n])/
const divider = /([，、；：。！？（）「」／　·•/|\n]+|\s+)/

/** More parts than this are an article of the operator. */
const mostParts = 40

/** Texts kept with their English. A clock's texts would fill a larger store, and are quick to find again. */
const mostKept = 4000

/** Makes of a book the function that says a text in English. A text that the book does not have stays as it is. */
export function translator(book: Book): (text: string) => string {
  const templates = Object.entries(book)
    .filter(([chinese]) => place.test(chinese))
    .map(([chinese, english]) => template(chinese, english))
    .sort((a, b) => b.han - a.han || b.length - a.length)
  const kept = new Map<string, string>()

  /** The English of a text without spaces around it, or undefined. */
  function find(text: string): string | undefined {
    if (!han.test(text)) return punctuated(text)
    return (
      book[text] ?? large(text) ?? byLines(text) ?? fill(text) ?? bySentences(text) ?? byParts(text) ?? byLabel(text)
    )
  }

  const phrase = (text: string): string | undefined => (han.test(text) ? (book[text] ?? fill(text)) : punctuated(text))

  function fill(text: string): string | undefined {
    for (const one of templates) {
      if (!text.startsWith(one.head) || !text.endsWith(one.tail) || text.length < one.length) continue
      const found = one.pattern.exec(text)
      if (!found) continue
      const values = found.slice(1).map((value) => {
        const trimmed = value.trim()
        return { value: trimmed, english: trimmed === text ? undefined : find(trimmed) }
      })
      if (!values.every(({ value, english }, at) => english !== undefined || mayStay(value, one, at))) continue
      return filled(
        one.english,
        values.map(({ value, english }) => english ?? value),
      )
    }
    return undefined
  }

  /** Lines, each of which the book has. */
  function byLines(text: string): string | undefined {
    if (!text.includes('\n')) return undefined
    const lines = text.split('\n').map((line) => find(line.trim()))
    return lines.includes(undefined) ? undefined : lines.join('\n')
  }

  /** Whole sentences, each of which the book has. */
  function bySentences(text: string): string | undefined {
    const sentences = text.split(sentenceEnd)
    if (sentences.length < 2) return undefined
    const made: string[] = []
    for (const sentence of sentences) {
      const trimmed = sentence.trim()
      const english = phrase(trimmed) ?? byParts(trimmed)
      if (english === undefined) return undefined
      made.push(english.trim() + (sentence.endsWith('\n') ? '\n' : ' '))
    }
    return made.join('').trimEnd()
  }

  /**
   * Names and phrases side by side, such as 存款、提款. The book must have each of them: half a text in English is worse
   * than none. The longest piece that begins at a place is taken.
   */
  function byParts(text: string): string | undefined {
    const parts = text.split(divider)
    if (parts.length < 2 || parts.length > mostParts) return undefined
    let made = ''
    for (let at = 0; at < parts.length; ) {
      const found = longestAt(parts, at)
      if (!found) return undefined
      made += found.english
      at = found.next
    }
    return tidy(made)
  }

  function longestAt(parts: string[], at: number): { english: string; next: number } | undefined {
    const first = parts[at] ?? ''
    const added = book[parts.slice(at).join('')]
    if (added !== undefined) return { english: added, next: parts.length }
    if (!han.test(first)) return { english: punctuated(first), next: at + 1 }
    for (let next = parts.length; next > at; next--) {
      const english = phrase(parts.slice(at, next).join(''))
      if (english !== undefined) return { english, next }
    }
    return undefined
  }

  /** 类型：… whatever follows. */
  function byLabel(text: string): string | undefined {
    const at = text.indexOf('：')
    const label = at > 0 ? phrase(text.slice(0, at).trim()) : undefined
    const rest = text.slice(at + 1).trim()
    return label === undefined ? undefined : `${label.trim()}: ${find(rest) ?? rest}`
  }

  return (text) => {
    if (!anyForeign.test(text)) return text
    const before = kept.get(text)
    if (before !== undefined) return before
    const bare = text.trim()
    const start = text.indexOf(bare)
    const english = find(bare.replace(/[^\S\n]+/g, ' '))
    const made = english === undefined ? text : text.slice(0, start) + english + text.slice(start + bare.length)
    if (kept.size >= mostKept) kept.clear()
    kept.set(text, made)
    return made
  }
}

function template(chinese: string, english: string): Template {
  const literals = chinese.split(/\{\d\}/)
  const literal = literals.join('')
  const escaped = literals.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    head: literals[0] ?? '',
    tail: literals.at(-1) ?? '',
    pattern: new RegExp(`^${escaped.join('(.*?)')}$`, 's'),
    english,
    length: literal.length,
    han: literal.match(everyHan)?.length ?? 0,
  }
}

/**
 * Whether a Chinese value that the book does not have may stand in a template's English. A name may. A sentence of the
 * operator that happens to begin like a short phrase may not.
 */
function mayStay(value: string, one: Template, at: number): boolean {
  if (one.han < 2) return at > 0
  return one.han >= 6 || !/[。！？；\n]/.test(value)
}

/** Puts values into a phrase. `{0|day|days}` is the first word where the value is 1, else the second. */
function filled(english: string, values: string[]): string {
  const made = english.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, at, one, many) => {
    const value = values[Number(at)] ?? ''
    if (one === undefined) return value
    return value === '1' ? one : many
  })
  return tidy(made)
}

/** A figure in units of 10,000 or 100 million, as English counts it. */
function large(text: string): string | undefined {
  const [, figure, unit] = /^([\d.]+) ?(万|亿)$/.exec(text) ?? []
  if (figure === undefined) return undefined
  const value = Math.round(Number(figure) * (unit === '万' ? 1e4 : 1e8))
  const [size, name] = value >= 1e9 ? [1e9, 'B'] : value >= 1e6 ? [1e6, 'M'] : [1e3, 'K']
  return `${value / Number(size)}${name}`
}

const punctuated = (text: string): string => tidy(text.replace(anyMark, (mark) => marks[mark] ?? mark))

const tidy = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/ ([,;:.!?])(?=\s|$)/g, '$1')
