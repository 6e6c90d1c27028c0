// Roles, sessions and networks of staff on the wire.
import type { Wire } from './wire'

export type PermissionText = Wire['PermissionText']
export type StaffSession = Wire['StaffSession']
export type Networks = Wire['Networks']
export type Profile = Wire['Profile']
