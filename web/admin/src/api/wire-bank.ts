import type { Ms, Yuan } from './wire'

/** What an import chooses among. */
export interface BankOptions {
  accounts: { id: string; label: string }[]
  forms: { code: string; name: string }[]
}

/** Which column of a file holds what, by the names in its heading. */
export interface BankMapping {
  date: string
  time: string
  in: string
  out: string
  amount: string
  side: string
  name: string
  account: string
  remarks: string[]
  serial: string
  balance: string
  currency: string
}

export interface BankPreviewLine {
  no: number
  at: Ms
  timed: boolean
  incoming: boolean
  amount: Yuan
  name: string
  account: string
  remark: string
  serial: string
}

/** A file as it would be imported. Nothing was stored. */
export interface BankPreview {
  encoding: string
  columns: string[]
  form: string
  mapping: BankMapping
  problem: string | null
  /** The first twenty. */
  lines: BankPreviewLine[]
  count: number
  in: Yuan
  out: Yuan
  skipped: { no: number; why: string }[]
  leftOut: number
}

export interface BankFile {
  id: string
  account: string
  label: string
  name: string
  form: string
  encoding: string
  lines: number
  added: number
  leftOut: number
  first: Ms
  last: Ms
  madeBy: string
  madeAt: Ms
  undoneBy: string | null
  undoneAt: Ms | null
  reason: string | null
  /** When and by whom the same file was imported before. */
  before: string | null
}

/** An order that a line may pay, with the reasons. */
export interface BankProposal {
  order: string
  kind: 'deposit' | 'payout'
  playerId: string
  amount: Yuan
  state: string
  name: string
  at: Ms
  level: 'certain' | 'likely' | 'possible'
  why: string[]
  /** The only match on both sides. */
  offered: boolean
  /** Booked already, under another number. */
  booked: boolean
  approvalId: string | null
}

export interface BankLine {
  id: string
  file: string
  no: number
  account: string
  label: string
  incoming: boolean
  amount: Yuan
  at: Ms
  timed: boolean
  name: string
  tail: string
  remark: string
  serial: string
  ref: string
  state: 'open' | 'used' | 'linked' | 'ignored' | 'undone'
  order: string | null
  decidedBy: string | null
  decidedAt: Ms | null
  reason: string | null
  proposals: BankProposal[]
}

export interface BankResult {
  line: string
  status: 'done' | 'waiting' | 'refused'
  approvalId: string | null
  problem: string | null
}

export interface PayoutBatch {
  id: string
  orders: number
  amount: Yuan
  waiting: number
  state: 'open' | 'cancelled'
  madeBy: string
  madeAt: Ms
  downloads: number
  downloadedAt: Ms | null
  endedAt: Ms | null
  approvalId: string | null
}

export interface PayoutFile {
  name: string
  text: string
  orders: number
  leftOut: { order: string; why: string }[]
}
