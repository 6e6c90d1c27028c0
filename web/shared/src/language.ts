/**
 * The language of the pages. Texts are kept in Simplified Chinese; Traditional (hant/) and English (english/) are made
 * of them in the browser.
 */
export type Language = 'zh-CN' | 'zh-TW' | 'en'

/** Each language under the name that its readers know it by. */
export const languages: { key: Language; lang: string; name: string }[] = [
  { key: 'zh-CN', lang: 'zh-Hans', name: '简体' },
  { key: 'zh-TW', lang: 'zh-Hant', name: '繁體' },
  { key: 'en', lang: 'en', name: 'English' },
]

const key = 'language'

/** The reader's choice; else Traditional where the browser asks for it. English is shown to whoever chose it. */
export function language(): Language {
  const chosen = localStorage.getItem(key)
  const known = languages.find((one) => one.key === chosen)
  if (known) return known.key
  return /^zh-(TW|HK|MO|Hant)/i.test(navigator.language) ? 'zh-TW' : 'zh-CN'
}

/** The page is loaded afresh: what it shows was made in the other language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen)
  window.location.reload()
}

const same = (text: string): string => text
let simplify = same
let show = same

/** Called by what shows the page in another language: how to search for what a reader types in it. */
export const searchBy = (toSimplified: (text: string) => string): void => {
  simplify = toSimplified
}

/** A text to search by, as names are kept: in Simplified Chinese. */
export const searched = (typed: string): string => simplify(typed)

/** Called by what shows the page in another language: how a text of ours reads there. */
export const showBy = (toShown: (text: string) => string): void => {
  show = toShown
}

/** A text of ours as its reader sees it, for what is no part of the page: names of files, drawn pictures. */
export const shown = (text: string): string => show(text)

let write = (_frame: Document): void => {}

/** Called by what shows the page in another writing or language: how to rewrite the document of a frame. */
export const writeFrameBy = (rewrite: (frame: Document) => void): void => {
  write = rewrite
}

/** Rewrites the document of a loaded frame of this site in the reader's writing or language. */
export const writeFrame = (frame: Document): void => write(frame)
