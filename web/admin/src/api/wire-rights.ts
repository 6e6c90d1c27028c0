// Wire types of roles, sessions and networks of staff, as internal/adminapi serves them.
import type { Ms, Permission, Staff, Yuan } from './wire'

export interface PermissionText {
  permission: Permission
  name: string
  group: string
}
export interface StaffSession {
  id: string
  ip: string
  /** The browser, as it calls itself. */
  device: string
  createdAt: Ms
  seenAt: Ms
  expiresAt: Ms
  /** The session that asks. */
  current: boolean
}
export interface Networks {
  networks: string[]
  version: number
  changedBy: string | null
  changedAt: Ms | null
  /** The address of the one who asks. */
  yours: string
  approvalId: string | null
}
export interface Profile {
  staff: Staff
  /** Their names. */
  roles: string[]
  permissions: PermissionText[]
  ip: string
  limits: { withdrawalSecondAbove: Yuan; depositSecondAbove: Yuan }
}
