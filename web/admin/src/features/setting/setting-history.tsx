import type { Setting, SettingVersion } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Card, Flex } from '../../kit'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { EmptyRows } from '../../ui/states'
import { Time } from '../../ui/time'

const words = text.setting

/** SettingHistory is what each version of a setting changed, and who did it. */
export function SettingHistory({ kind, item, onClose }: { kind: string; item: Setting; onClose: () => void }) {
  return (
    <DetailDrawer<Items<SettingVersion>>
      title={words.historyOf(item.label)}
      path={`/settings/${encodeURIComponent(kind)}/history?key=${encodeURIComponent(item.key)}`}
      onClose={onClose}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyRows text={words.noHistory} />
        ) : (
          items.map((version) => <Version key={version.version} version={version} />)
        )
      }
    </DetailDrawer>
  )
}

function Version({ version }: { version: SettingVersion }) {
  return (
    <Card size="small" title={words.versionTitle(version.version)}>
      <Flex vertical gap={4}>
        {version.lines.length === 0 && <span className="muted">{words.noChange}</span>}
        {version.lines.map((line) => (
          <span key={line.label}>
            {line.label}：<strong>{line.value}</strong>
          </span>
        ))}
        <span className="muted small">
          {words.madeBy} {version.madeBy} <Time ms={version.madeAt} />
          {version.approvedAt === null ? (
            <> · {words.notApproved}</>
          ) : (
            <>
              {' '}
              · {words.approvedBy} {version.approvedBy} <Time ms={version.approvedAt} />
              {version.effectiveAt !== null && (
                <>
                  {' '}
                  · {words.effectiveAt} <Time ms={version.effectiveAt} />
                </>
              )}
            </>
          )}
        </span>
      </Flex>
    </Card>
  )
}
