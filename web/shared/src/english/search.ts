import type { Book } from './translate'

const plain = (text: string) => text.toLowerCase().replace(/[\s'-]/g, '')

/** Shorter words are initials of Chinese names, such as dz. */
const shortest = 3

/**
 * Makes the function that turns what a reader types in English into the Chinese by which names are kept. A phrase of the
 * book that reads so comes first. Next is the first game whose English name begins so, or has it. Anything else stays as
 * it is typed.
 */
export function finder(book: Book, games: Book): (typed: string) => string {
  const phrases = new Map(Object.entries(book).map(([chinese, english]) => [plain(english), chinese]))
  const names = Object.entries(games).map(([chinese, english]) => ({ chinese, english: plain(english) }))
  return (typed) => {
    const wanted = plain(typed)
    if (wanted.length < shortest) return typed
    const game =
      names.find(({ english }) => english.startsWith(wanted)) ?? names.find(({ english }) => english.includes(wanted))
    return phrases.get(wanted) ?? game?.chinese ?? typed
  }
}
