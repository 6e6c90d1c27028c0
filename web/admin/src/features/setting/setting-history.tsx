import type { Setting } from '../../api/settings'
import { VersionHistory } from './versions'

/** SettingHistory is what each version of a setting changed, and who did it. */
export function SettingHistory({ kind, item, onClose }: { kind: string; item: Setting; onClose: () => void }) {
  const path = `/settings/${encodeURIComponent(kind)}/history?key=${encodeURIComponent(item.key)}`
  return <VersionHistory label={item.label} path={path} onClose={onClose} />
}
