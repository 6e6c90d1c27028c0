import type { Networks, PermissionText, Profile, StaffSession } from '../api/wire-rights'
import * as canned from './canned'
import { permissions } from './permissions'

export const permissionTexts: PermissionText[] = permissions.map((permission) => ({
  permission,
  name: `权限 ${permission}`,
  group: permission.split('.')[0] ?? '',
}))

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
export const staffSessions: StaffSession[] = [
  { id: 'a', ip: '203.0.113.7', device: agent, createdAt: 1, seenAt: 2, expiresAt: 3, current: true },
  { id: 'b', ip: '198.51.100.4', device: '', createdAt: 1, seenAt: 2, expiresAt: 3, current: false },
]

export const networks: Networks = {
  networks: ['203.0.113.0/24'],
  version: 1,
  changedBy: 'admin',
  changedAt: 1,
  yours: '203.0.113.7',
  approvalId: null,
}

export const profile: Profile = {
  staff: canned.staff[0] as Profile['staff'],
  roles: ['管理员'],
  permissions: permissionTexts,
  ip: '203.0.113.7',
  limits: { withdrawalSecondAbove: '50000.00', depositSecondAbove: '50000.00' },
}
