import type { Ms } from './wire'

export type SettingForm =
  | 'text'
  | 'address'
  | 'number'
  | 'yuan'
  | 'coins'
  | 'percent'
  | 'clock'
  | 'switch'
  | 'choice'
  | 'secret'
  | 'account'

export interface SettingOption {
  value: string
  label: string
}

/** SettingField is a field of a setting's form. Amounts are integers: fen, hundredths of a percent, minutes of the day. */
export interface SettingField {
  name: string
  label: string
  hint: string
  unit: string
  group: string
  form: SettingForm
  required: boolean
  min: number
  max: number
  options: SettingOption[]
}

export interface SettingKind {
  kind: string
  title: string
  explain: string
  /** There are many, each with a key. */
  keyed: boolean
  /** People choose the key. */
  chosen: boolean
  fields: SettingField[]
}

export type SettingValue = Record<string, string | number | boolean>

export interface Setting {
  key: string
  label: string
  value: SettingValue
  on: boolean
  altered: boolean
  hint: string
  set: string[]
  version: number
  since: Ms | null
  madeBy: string | null
  approvedBy: string | null
  coming: SettingValue | null
  comingAt: Ms | null
  approvalId: string | null
}

export interface SettingList extends SettingKind {
  defaults: SettingValue
  items: Setting[]
}

export interface SettingVersion {
  version: number
  lines: SettingOption[]
  madeBy: string
  madeAt: Ms
  approvedBy: string | null
  approvedAt: Ms | null
  effectiveAt: Ms | null
}

/** SettingComing is an approved change that takes effect later, or failed at its moment. */
export interface SettingComing {
  id: string
  kind: string
  title: string
  key: string
  label: string
  new: boolean
  on: boolean
  at: Ms
  failed: boolean
  note: string
  madeBy: string
  approvedBy: string
  lines: SettingOption[]
}

export interface ChannelEnded {
  paid: number
  unpaid: number
  failed: number
  percent: number | null
}

/** ChannelState is how a channel works, and how its orders ended lately. */
export interface ChannelState {
  key: string
  name: string
  method: string
  gateway: string
  on: boolean
  state: 'on' | 'off' | 'half'
  found: string
  offAt: Ms | null
  resumeAt: Ms | null
  day: ChannelEnded
  week: ChannelEnded
}

export interface OpeningCheck {
  code: string
  title: string
  state: 'ok' | 'missing' | 'warning'
  found: string
  why: string
  path: string
}
