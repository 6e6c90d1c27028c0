// Alarms on the wire.
import type { Wire } from './wire'

export type AlarmForm = AlarmTarget['form']

export type AlarmTarget = Wire['AlarmTarget']
export type AlarmKind = Wire['AlarmKind']
export type Alarms = Wire['Alarms']
export type AlarmMessage = Wire['AlarmMessage']
export type AlarmEvent = Wire['AlarmEvent']
