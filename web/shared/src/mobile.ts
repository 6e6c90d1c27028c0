/** The mobile user agents of the documented redirect (NAV-11). */
export function isMobileAgent(agent: string = navigator.userAgent): boolean {
  return /iPhone|iPad|iPod|iOS|Android/i.test(agent)
}
