import { searchBy, showBy } from '../language'
import { rewritePage } from '../rewrite'
import { book } from './book'
import games from './book/games.json'
import { finder } from './search'
import { translator } from './translate'

/** Shows the page in English from now on. */
export function showEnglish(): void {
  const translate = translator(book)
  showBy(translate)
  searchBy(finder(book, games))
  rewritePage('en', translate)
}
