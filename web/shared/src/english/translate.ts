/**
 * Phrases in Simplified Chinese and their English. `{0}` is a place for a value, the same in both (CONTRIBUTING.md).
 * `{0*}` in the English is a place for a name or for a person's own words, such as a bank or a reason.
 */
export type Book = Readonly<Record<string, string>>

/** A phrase with places for values. */
interface Template {
  /** The text before the first place, and after the last: cheap to compare. */
  head: string
  tail: string
  /** The same text with the shortest first values, and with the longest: a value may have what divides two. */
  patterns: RegExp[]
  english: string
  /** Characters outside of the places. */
  length: number
  /** Chinese characters outside of the places. */
  han: number
  /** Places that take a name that the book does not have. */
  names: ReadonlySet<number>
  places: number
  /** Places behind ¥ or $, which take figures only. */
  amounts: ReadonlySet<number>
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

/** A piece that begins with a mark or a space is no phrase. */
const word = /[\p{L}\p{N}]/u

/** Ends of sentences, and what divides the parts of one. */
const sentenceEnd = /(?<=[。！？；\n])/
const divider = /([，、；：。！？（）「」／　·•/|\n]+|\s+)/

/** A template with fewer Chinese characters than this begins or ends like any sentence, so it takes fewer values. */
const distinct = 2

/** A value of such a template: a figure, an amount, a share, or a time. */
const figure = /^[\d\s.,:+%¥$()/~×-]+$/

/** A name has no mark of a sentence, and is short. */
const name = /^[^，；：。！？“”「」\n]{1,40}$/

/** A text that needs more look-ups is an article of the operator. The longest text of this program needs a quarter. */
const mostSteps = 400

/** A longer text, or a longer value, is an article too. */
const longest = 500

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
  /** Pieces of the text at hand that were looked up already: an article of the operator is tried in many divisions. */
  const tried = new Map<string, string | undefined>()
  const filledTexts = new Map<string, string | undefined>()
  let steps = 0

  /** The English of a text without spaces around it, or undefined. */
  function find(text: string): string | undefined {
    if (!han.test(text)) return punctuated(text)
    if (!tried.has(text)) tried.set(text, findAnew(text))
    return tried.get(text)
  }

  function findAnew(text: string): string | undefined {
    return (
      book[text] ??
      large(text) ??
      byLines(text) ??
      fill(text) ??
      bySentences(text) ??
      byItems(text) ??
      byParts(text) ??
      byLabel(text)
    )
  }

  const phrase = (text: string): string | undefined => (han.test(text) ? (book[text] ?? fill(text)) : punctuated(text))

  /** The English of the first template whose places take the text's values. */
  function fill(text: string): string | undefined {
    if (text.length > longest) return undefined
    if (!filledTexts.has(text)) filledTexts.set(text, steps++ < mostSteps ? fillAnew(text) : undefined)
    return filledTexts.get(text)
  }

  function fillAnew(text: string): string | undefined {
    for (const one of templates) {
      if (!text.startsWith(one.head) || !text.endsWith(one.tail) || text.length < one.length) continue
      for (const pattern of one.patterns) {
        const values = pattern
          .exec(text)
          ?.slice(1)
          .map((value, at) => placed(value.trim(), one, at))
        if (values?.every((value) => value !== undefined)) return filled(one.english, values)
      }
    }
    return undefined
  }

  /**
   * The English of a value, or undefined where the place does not take it. An operator's sentence may begin like a
   * phrase. Its value is then neither a figure nor in the book, so the whole sentence stays in Chinese.
   */
  function placed(value: string, one: Template, at: number): string | undefined {
    const named = one.names.has(at)
    if (value === '') return one.han < distinct ? undefined : value
    if (figure.test(value)) return value
    if (one.amounts.has(at)) return large(value)
    if (one.han < distinct) {
      if (anyForeign.test(value)) return one.places > 1 ? phrase(value) : book[value]
      return named || one.places > 1 ? value : undefined
    }
    const last = at === one.places - 1 && one.tail === ''
    return find(value) ?? (named && (last || name.test(value)) ? value : undefined)
  }

  /** Lines, each of which the book has. */
  function byLines(text: string): string | undefined {
    if (!text.includes('\n')) return undefined
    const lines = text.split('\n').map((line) => find(line.trim()))
    return lines.includes(undefined) ? undefined : lines.join('\n')
  }

  /** Items with something in brackets, such as 对子（两张同点，1 倍）、顺子（…）. The book must have each of them. */
  function byItems(text: string): string | undefined {
    const items = text.split(/(?<=）)、/)
    if (items.length < 2) return undefined
    const made = items.map(find)
    return made.includes(undefined) ? undefined : made.join(', ')
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
    for (let next = parts.length; next > at && word.test(first); next--) {
      const piece = parts.slice(at, next).join('')
      const english = han.test(piece) ? phrase(piece) : undefined
      if (english !== undefined) return { english, next }
    }
    return han.test(first) ? undefined : { english: punctuated(first), next: at + 1 }
  }

  /** 类型：… and a value that the book has, or one without Chinese. */
  function byLabel(text: string): string | undefined {
    const at = text.indexOf('：')
    const label = at > 0 ? phrase(text.slice(0, at).trim()) : undefined
    const rest = label === undefined ? undefined : find(text.slice(at + 1).trim())
    return rest === undefined ? undefined : `${label?.trim()}: ${rest}`
  }

  return (text) => {
    if (!anyForeign.test(text)) return text
    const before = kept.get(text)
    if (before !== undefined) return before
    const bare = text.trim()
    const start = text.indexOf(bare)
    const english = find(bare.replace(/[^\S\n]+/g, ' '))
    tried.clear()
    filledTexts.clear()
    steps = 0
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
    patterns: (literals.length > 2 ? ['(.*?)', '(.*)'] : ['(.*)']).map(
      (value) => new RegExp(`^${escaped.join(value)}$`),
    ),
    english,
    length: literal.length,
    han: literal.match(everyHan)?.length ?? 0,
    places: literals.length - 1,
    amounts: new Set([...chinese.matchAll(/[¥$] ?\{(\d)\}/g)].map(([, at]) => Number(at))),
    names: new Set([...english.matchAll(/\{(\d)\*\}/g)].map(([, at]) => Number(at))),
  }
}

/** Puts values into a phrase. `{0|day|days}` is the first word where the value is 1, else the second. */
function filled(english: string, values: string[]): string {
  const made = english.replace(/\{(\d)\*?(?:\|([^|}]*)\|([^}]*))?\}/g, (_, at, one, many) => {
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
