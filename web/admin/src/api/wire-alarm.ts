// Wire types of alarms, as internal/adminapi serves them.
import type { Ms } from './wire'

export const alarmForms = ['email', 'webhook', 'telegram', 'wecom'] as const
export type AlarmForm = (typeof alarmForms)[number]

export interface AlarmTarget {
  id: string
  name: string
  form: AlarmForm
  /** What may be shown of its address. */
  place: string
  version: number
  changedBy: string
  changedAt: Ms
  sentAt: Ms | null
  failedAt: Ms | null
  /** Why it did not take the last message. */
  failure: string | null
  approvalId: string | null
}
export interface AlarmKind {
  kind: string
  name: string
  about: string
  grave: boolean
  targets: string[]
  /** It is told at most once in so many. */
  minutes: number
  shipped: number
}
export interface Alarms {
  targets: AlarmTarget[]
  kinds: AlarmKind[]
  version: number
  changedBy: string | null
  changedAt: Ms | null
  approvalId: string | null
}
export interface AlarmMessage {
  target: string
  state: 'waiting' | 'sent' | 'lost'
  failure: string | null
  tries: number
  madeAt: Ms
  endedAt: Ms | null
}
export interface AlarmEvent {
  id: string
  kind: string
  subject: string
  text: string
  firstAt: Ms
  lastAt: Ms
  endedAt: Ms | null
  count: number
  messages: AlarmMessage[]
}
