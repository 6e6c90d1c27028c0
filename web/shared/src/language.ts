/** How Chinese is written on the pages. Texts are kept in Simplified; Traditional is made of them in the browser. */
export type Language = 'zh-CN' | 'zh-TW'

const key = 'language'

/** The reader's choice, or the browser's wish where there is none. */
export function language(): Language {
  const chosen = localStorage.getItem(key)
  if (chosen === 'zh-CN' || chosen === 'zh-TW') return chosen
  return /^zh-(TW|HK|MO|Hant)/i.test(navigator.language) ? 'zh-TW' : 'zh-CN'
}

/** The page is loaded afresh: what it shows was made in the other writing. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen)
  window.location.reload()
}

let simplify = (text: string): string => text

/** Called by what shows the page in Traditional Chinese: how to search for what a reader types in it. */
export const searchBy = (toSimplified: (text: string) => string): void => {
  simplify = toSimplified
}

/** A text to search by, as names are kept: in Simplified Chinese. */
export const searched = (typed: string): string => simplify(typed)

let write = (_frame: Document): void => {}

/** Called by what shows the page in Traditional Chinese: how to convert the document of a frame. */
export const writeFrameBy = (convert: (frame: Document) => void): void => {
  write = convert
}

/** Converts the document of a loaded frame of this site to the reader's writing. */
export const writeFrame = (frame: Document): void => write(frame)
