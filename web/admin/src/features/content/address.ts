import { text } from '../../text/zh-cn'

const characters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]{1,500}$/

/**
 * isAddress reports whether a browser may be sent somewhere: to a page or file of this site, or by https. The server
 * decides; this only says so before anything is sent.
 */
export function isAddress(typed: string): boolean {
  if (!characters.test(typed)) return false
  if (typed.startsWith('/')) return !/^\/[/\\]/.test(typed)
  return typed.startsWith('https://') && URL.canParse(typed) && new URL(typed).username === ''
}

/** checkAddress is isAddress for a form whose input may stay empty. */
export function checkAddress(typed: string): Promise<void> {
  const trimmed = typed.trim()
  return trimmed === '' || isAddress(trimmed) ? Promise.resolve() : Promise.reject(new Error(text.content.addressWrong))
}
