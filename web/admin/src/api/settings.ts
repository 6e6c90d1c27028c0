import type { Wire } from './wire'

export type SettingForm = SettingField['form']

export type SettingOption = Wire['SettingOption']

/** SettingField is a field of a setting's form. Amounts are integers: fen, hundredths of a percent, minutes of the day. */
export type SettingField = Wire['SettingField']

export type SettingKind = Wire['SettingKind']

/** One thing in a field of form list, with its number. */
export interface SettingListed {
  key: string
  label: string
  number: number
}

/** The fields of a setting are those of its form, so the document does not name them. */
export type SettingValue = Record<string, string | number | boolean | SettingListed[]>

export type Setting = Omit<Wire['Setting'], 'value' | 'coming'> & { value: SettingValue; coming: SettingValue | null }

export type SettingList = Omit<Wire['SettingList'], 'defaults' | 'items'> & { defaults: SettingValue; items: Setting[] }

export type SettingVersion = Wire['SettingVersion']

/** An approved change that takes effect later, or failed at its moment. */
export type SettingComing = Wire['SettingComing']
export type ChannelEnded = Wire['ChannelEnded']
/** How a channel works, and how its orders ended lately. */
export type ChannelState = Wire['ChannelState']
export type OpeningCheck = Wire['OpeningCheck']
