/**
 * The site's one clock. It runs on the server's time, whatever the device believes, and always reads GMT+8 (NAV-08,
 * D-16). Everything that counts down or stamps a request asks here.
 */
let offsetMs = 0

/** Sets the clock by a server time just received, in unix milliseconds. */
export function setServerTime(serverMs: number): void {
  if (Number.isFinite(serverMs) && serverMs > 0) offsetMs = serverMs - Date.now()
}

/** The server's time now, unix milliseconds. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

const gmt8 = 8 * 3600_000

/** An instant as every page shows it: YYYY-MM-DD HH:mm:ss in GMT+8. */
export function gmtTime(atMs: number = serverNow()): string {
  return new Date(atMs + gmt8).toISOString().slice(0, 19).replace('T', ' ')
}

/** The GMT+8 day of an instant: YYYY-MM-DD. */
export function gmtDay(atMs: number = serverNow()): string {
  return gmtTime(atMs).slice(0, 10)
}
