import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Permission } from '../api/wire'

// The tests run in web/; the document is beside it.
const published = JSON.parse(readFileSync(resolve('../docs/openapi/admin.json'), 'utf8')) as {
  components: { schemas: { PermissionText: { properties: { permission: { enum: Permission[] } } } } }
}

/** Every permission that the server knows, in the order of the menu. */
export const permissions: readonly Permission[] = published.components.schemas.PermissionText.properties.permission.enum
