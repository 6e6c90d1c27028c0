import { setServerTime } from '../clock'

/**
 * Sets the clock by the ServerTime of a refusal, which a request token made by a wrong clock gets (D-13). Returns
 * whether the refusal carried one; then the refused call did nothing and is worth one more try.
 */
export function followServerTime(refusal: { ServerTime?: number | string } | null): boolean {
  const time = refusal?.ServerTime
  if (time === undefined || time === null) return false
  const number = Number(time)
  const ms = Number.isFinite(number) ? (number > 1e11 ? number : number * 1000) : Date.parse(String(time))
  if (!Number.isFinite(ms)) return false
  setServerTime(ms)
  return true
}
