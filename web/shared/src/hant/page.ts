import { searchBy, showBy, writeFrameBy } from '../language'
import { rewritePage } from '../rewrite'
import { toSimplified, toTraditional } from './convert'

/** Shows the page in Traditional Chinese from now on. */
export function showTraditional(): void {
  searchBy(toSimplified)
  showBy(toTraditional)
  const rewriteTree = rewritePage('zh-Hant', toTraditional)
  writeFrameBy((frame) => {
    frame.documentElement.lang = 'zh-Hant'
    rewriteTree(frame.documentElement)
  })
}
