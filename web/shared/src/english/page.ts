import { searchBy, showBy } from '../language'
import { rewritePage } from '../rewrite'
import { book, words } from './book'
import games from './book/games.json'
import { finder } from './search'
import { translator } from './translate'

/** Shows the page in English from now on. */
export function showEnglish(): void {
  const translate = translator(book)
  showBy(translate)
  searchBy(finder(words, games))
  rewritePage('en', translate)
}
