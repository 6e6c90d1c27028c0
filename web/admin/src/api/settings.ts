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

export interface OpeningCheck {
  code: string
  title: string
  state: 'ok' | 'missing' | 'warning'
  found: string
  why: string
  path: string
}
