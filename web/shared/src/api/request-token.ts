import { serverNow } from '../clock'

/**
 * X-Req-Token (API-02, D-13): unix seconds, a full stop, and the hex SHA-256 of "seconds|path|METHOD|secret". The path
 * is without /common and without its query.
 */
export function requestToken(path: string, method: string, secret: string, nowMs: number = serverNow()): string {
  const seconds = Math.floor(nowMs / 1000)
  return `${seconds}.${sha256Hex(`${seconds}|${path}|${method.toUpperCase()}|${secret}`)}`
}

/**
 * SHA-256 in plain code. crypto.subtle does not exist on a page opened by plain http on an address other than
 * localhost. The demo must work there too.
 */
export function sha256Hex(text: string): string {
  const state = Uint32Array.from(initial)
  const blocks = padded(new TextEncoder().encode(text))
  const words = new Uint32Array(64)
  for (let start = 0; start < blocks.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(start + i * 4)
    compress(state, words)
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function padded(bytes: Uint8Array): DataView {
  const all = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  all.set(bytes)
  all[bytes.length] = 0x80
  const view = new DataView(all.buffer)
  view.setUint32(all.length - 4, bytes.length * 8)
  return view
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const at = (words: Uint32Array, index: number) => words[index] ?? 0

function compress(state: Uint32Array, w: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = at(w, i - 15)
    const late = at(w, i - 2)
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    w[i] = at(w, i - 16) + low + at(w, i - 7) + high
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(constants, i) + at(w, i)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = at(state, i) + word
  })
}

// The standard's tables: fractional parts of the square and cube roots of the first primes, worked out once.
const primes = firstPrimes(64)
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}
