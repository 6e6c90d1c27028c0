import type { Book } from './translate'

const plain = (text: string) => text.toLowerCase().replace(/[\s'-]/g, '')

/** Shorter words are initials of Chinese names, such as dz. */
const shortest = 3

/** Shorter beginnings of names are likely to be syllables of a Chinese name. */
const shortestBeginning = 4

/** Shorter words from the middle of a name say too little. */
const shortestMiddle = 5

/** A word of Chinese by which something may be found. A single character or a sentence finds nothing. */
const noun = /^\p{Script=Han}{2,5}$/u

/** Words whose noun the book has under another English, or that stay as they are. */
const common: Book = {
  bankcard: '银行卡',
  bonus: '优惠',
  bonuses: '优惠',
  card: '银行卡',
  cards: '银行卡',
  vip: 'vip',
  withdrawal: '提款',
  withdrawals: '提款',
}

/** The Chinese nouns by their English, the shortest of those that share it: 存款 and not 存款单 for deposit. */
function nouns(book: Book): Map<string, string> {
  const found = new Map<string, string>()
  for (const [chinese, english] of Object.entries(book)) {
    if (!noun.test(chinese)) continue
    const key = plain(english)
    const before = found.get(key)
    if (before === undefined || chinese.length < before.length) found.set(key, chinese)
  }
  for (const [english, chinese] of Object.entries(common)) found.set(english, chinese)
  return found
}

/**
 * Makes the function that turns what a reader types in English into the Chinese by which names are kept. A noun of the
 * book comes first, in the singular or the plural. Next is the first game whose English name begins so, or has a word
 * that does. Anything else stays as it is typed, since readers of English type pinyin too.
 */
export function finder(book: Book, games: Book): (typed: string) => string {
  const known = nouns(book)
  const names = Object.entries(games).map(([chinese, english]) => ({
    chinese,
    beginnings: english.split(/\s+/).map((_, at, words) => plain(words.slice(at).join(' '))),
  }))

  function game(wanted: string): string | undefined {
    if (wanted.length < shortestBeginning) return undefined
    const first = names.find(({ beginnings }) => beginnings[0]?.startsWith(wanted))
    if (first || wanted.length < shortestMiddle) return first?.chinese
    return names.find(({ beginnings }) => beginnings.some((one) => one.startsWith(wanted)))?.chinese
  }

  return (typed) => {
    const wanted = plain(typed)
    if (wanted.length < shortest) return typed
    return known.get(wanted) ?? known.get(`${wanted}s`) ?? known.get(wanted.replace(/s$/, '')) ?? game(wanted) ?? typed
  }
}
