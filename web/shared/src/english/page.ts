import { showBy } from '../language'
import { rewritePage } from '../rewrite'
import { book } from './book'
import { translator } from './translate'

/** Shows the page in English from now on. */
export function showEnglish(): void {
  const translate = translator(book)
  showBy(translate)
  rewritePage('en', translate)
}
