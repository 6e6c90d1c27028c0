/** The text of an announcement: TContent is base64 over UTF-8 (HOME-03). Undecodable text is ''. */
export function tickerText(content: string): string {
  try {
    const bytes = Uint8Array.from(atob(content.trim()), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    return ''
  }
}
