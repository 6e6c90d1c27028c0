import { searchBy, showBy } from '../language'
import { rewritePage } from '../rewrite'
import { toSimplified, toTraditional } from './convert'

/** Shows the page in Traditional Chinese from now on. */
export function showTraditional(): void {
  searchBy(toSimplified)
  showBy(toTraditional)
  rewritePage('zh-Hant', toTraditional)
}
