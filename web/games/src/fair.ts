/** The commitment to a seed: the SHA-256 of its bytes, both in hex. Empty where the browser cannot compute it. */
export async function commitmentOf(seed: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle || !/^([0-9a-f]{2})+$/i.test(seed)) return ''
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  const sum = await subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type Verdict = 'same' | 'different' | 'cannot'

/** Whether a seed is the one that was committed to. */
export async function checkSeed(seed: string, commitment: string): Promise<Verdict> {
  const own = await commitmentOf(seed)
  if (!own) return 'cannot'
  return own === commitment.toLowerCase() ? 'same' : 'different'
}

/** Whether a value is a seed or a hash of one. */
export const hashed = (value: string) => /^[0-9a-f]{64}$/.test(value)

const seen = { now: '', before: '' }

/** The commitment that a page showed before this one, which a seed revealed since belongs to; empty if it showed none. */
export function commitmentBefore(now: string): string {
  if (now && now !== seen.now) {
    seen.before = seen.now
    seen.now = now
  }
  return seen.before
}
