import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface StaffLogin {
  name: string
  password: string
  totpSecret: string
}

/** What the demo writes when it is ready. */
export interface House {
  player: string
  admin: string
  hooks: string
  ops: string
  sandbox: string
  reqTokenSecret: string
  staff: StaffLogin
  /** All of them, the first one too: what one may not do alone needs two. */
  staffs: StaffLogin[]
  players: { name: string; password: string }[]
}

let read: House | undefined
let own: string | undefined

/** From here on this worker's tests are about another house than the shared one; undefined leads back. */
export function moveTo(ready: string | undefined): void {
  own = ready
  read = undefined
}

export function house(): House {
  const path = own ?? process.env.HONGYUN_READY
  if (!path) throw new Error('HONGYUN_READY is not set: the global set-up starts the demo')
  read ??= JSON.parse(readFileSync(path, 'utf8')) as House
  return read
}

/** Moves the house's clock forward, such as "2m"; jobs that came due run. */
export async function advance(by: string): Promise<void> {
  const answer = await fetch(`${house().ops}/test/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: by }),
  })
  if (!answer.ok) throw new Error(`the clock answered ${answer.status}: ${await answer.text()}`)
}

/** The house's time in unix ms. It may be ahead of this machine's, since tests move it. */
export async function houseNow(): Promise<number> {
  const told = (await (await fetch(`${house().ops}/test/clock`)).json()) as { now: string }
  return Date.parse(told.now)
}

/** The X-Req-Token of a call (D-13), made at the house's time. */
export async function requestToken(path: string, method: string): Promise<string> {
  const seconds = Math.floor((await houseNow()) / 1000)
  const signed = `${seconds}|${path}|${method}|${house().reqTokenSecret}`
  return `${seconds}.${createHash('sha256').update(signed).digest('hex')}`
}

/** totp is the six-digit code of RFC 6238 (SHA-1, 30 s) for a base32 secret at an instant. */
export function totp(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase().replace(/[= ]/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

interface Books {
  venues: Record<string, Record<string, string>>
  gateways: Record<string, { order: string; amount: string; paid: string; status: string }[]>
  chains: Record<string, { tx: string; to: string; amount: string; confirmations: number }[]>
}

/** What the companies' own books say. */
export async function companyBooks(): Promise<Books> {
  return (await (await fetch(`${house().sandbox}/control/books`)).json()) as Books
}

/** Has a player bet at a venue, by the venue's own books, as if they had played there. */
export async function playedAt(venue: string, player: string, stake: string, payout: string): Promise<string> {
  return (await control<{ betId: string }>('bets', { venue, player, stake, payout, status: 'settled' })).betId
}

/** Sends USDT from the faucet or the operator's wallet, final at once, and gives the transaction's number. */
export async function sendCoins(network: string, to: string, amount: string, from?: 'payout'): Promise<string> {
  const { tx } = await control<{ tx: string }>(`chains/${network}/transfers`, { to, amount, ...(from && { from }) })
  await control(`chains/${network}/blocks`, { count: 40 })
  return tx
}

async function control<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${house().sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Has the next calls of a simulated company go wrong, such as venue:leg's transfer_in; -1 is until they are cleared. */
export async function fault(target: string, call: string, kind: string, times: number): Promise<void> {
  await control('faults', { target, call, fault: kind, times })
}

export async function clearFaults(): Promise<void> {
  await fetch(`${house().sandbox}/control/faults`, { method: 'DELETE' })
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const pick = (count: number, from: string) =>
  Array.from({ length: count }, () => from[Math.floor(Math.random() * from.length)]).join('')

export interface NewPlayer {
  name: string
  phone: string
  password: string
  trueName: string
  card: string
  /** On Ethereum, in the spelling that carries no check. */
  coinAddress: string
}

/** A player nobody is yet, with a bank card whose check digit is right. */
export function newPlayer(): NewPlayer {
  const stem = `622202${pick(12, '0123456789')}`
  return {
    name: `t${pick(8, letters)}`,
    phone: `13${pick(9, '0123456789')}`,
    password: `Pw${pick(8, letters)}`,
    trueName: `李${pick(2, '华明强芳伟娜敏静丽军')}`,
    card: stem + checkDigit(stem),
    coinAddress: `0x${pick(40, '0123456789abcdef')}`,
  }
}

function checkDigit(stem: string): string {
  const sum = [...stem].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
