import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as alarm from '../testing/canned-alarm'
import * as canned from '../testing/canned-rights'

const published = JSON.parse(readFileSync(resolve('../docs/openapi/admin.json'), 'utf8')) as {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> }
}

test.each<[string, object | undefined]>([
  ['PermissionText', canned.permissionTexts[0]],
  ['StaffSession', canned.staffSessions[0]],
  ['Networks', canned.networks],
  ['Profile', canned.profile],
  ['Alarms', alarm.alarms],
  ['AlarmTarget', alarm.alarms.targets[0]],
  ['AlarmKind', alarm.alarms.kinds[0]],
  ['AlarmEvent', alarm.alarmEvents[0]],
  ['AlarmMessage', alarm.alarmEvents[0]?.messages[0]],
])('%s has the fields of the published document', (name, value) => {
  expect(Object.keys(value ?? {}).sort()).toEqual(
    Object.keys(published.components.schemas[name]?.properties ?? {}).sort(),
  )
})
