import type { Wire } from './wire'

export type SettingForm = SettingField['form']

export type SettingOption = Wire['SettingOption']

/** SettingField is a field of a setting's form. Amounts are integers: fen, hundredths of a percent, minutes of the day. */
export type SettingField = Wire['SettingField']

export type SettingKind = Wire['SettingKind']

/** The fields of a setting are those of its form, so the document does not name them. */
export type SettingValue = Record<string, string | number | boolean>

export type Setting = Omit<Wire['Setting'], 'value' | 'coming'> & { value: SettingValue; coming: SettingValue | null }

export type SettingList = Omit<Wire['SettingList'], 'defaults' | 'items'> & { defaults: SettingValue; items: Setting[] }

export type SettingVersion = Wire['SettingVersion']

export type OpeningCheck = Wire['OpeningCheck']
