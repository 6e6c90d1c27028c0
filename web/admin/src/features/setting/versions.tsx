import { useState } from 'react'
import type { SettingVersion } from '../../api/settings'
import type { Page } from '../../api/wire'
import { Alert, Button, Card, Flex, Pagination } from '../../kit'
import { text } from '../../text/zh-cn'
import { DetailDrawer, useDetail } from '../../ui/detail-drawer'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { WithPictures } from '../../ui/with-pictures'

const words = text.setting
const size = 20

const part = (path: string, page: number, size: number) =>
  `${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${size}`

interface HistoryProps {
  /** What the versions are of. */
  label: string
  /** The call that lists the versions, the newest first. */
  path: string
}

/** VersionHistory is what each version of a setting or a rule changed, and who did it. */
export function VersionHistory({ label, path, onClose }: HistoryProps & { onClose: () => void }) {
  const [page, setPage] = useState(1)
  return (
    <DetailDrawer<Page<SettingVersion>> title={words.historyOf(label)} path={part(path, page, size)} onClose={onClose}>
      {({ items, total }) => (
        <>
          {items.length === 0 && <EmptyRows text={words.noHistory} />}
          {items.map((version) => (
            <VersionCard key={version.version} version={version} />
          ))}
          {total > size && (
            <Pagination
              size="small"
              current={page}
              pageSize={size}
              total={total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </DetailDrawer>
  )
}

/** HistoryButton opens the history of a rule. */
export function HistoryButton(props: HistoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={words.historyOf(props.label)} onClick={() => setOpen(true)}>
        {words.history}
      </Button>
      {open && <VersionHistory {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function VersionCard({ version }: { version: SettingVersion }) {
  return (
    <Card size="small" title={words.versionTitle(version.version)}>
      <Flex vertical gap={4}>
        {version.lines.length === 0 && <span className="muted">{words.noChange}</span>}
        {version.lines.map((line) => (
          <div key={line.label}>
            {line.label}：
            <strong>
              <WithPictures text={line.value} />
            </strong>
          </div>
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

/** Base is the version that a form began with, and how many are newer by now. */
export interface Base {
  version: number
  /** How many versions are newer. */
  newer: number
  /** The person looked at the newer versions: what is sent now is sent against that one. */
  check: () => void
}

/** useOpened keeps what a form began with, undefined for a new one, though another person publishes a newer version. */
export function useOpened<T extends { version: number } | undefined>(now: T): [opened: T, base: Base] {
  const newest = now?.version ?? 0
  const [opened] = useState(now)
  const [version, setVersion] = useState(newest)
  return [opened, { version, newer: newest - version, check: () => setVersion(newest) }]
}

/** NewerVersion tells what another person published while a form was open. What was typed stays. */
export function NewerVersion({ base, path }: { base: Base; path: string }) {
  if (base.newer === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={words.newerRule}
      description={<Newest path={path} count={base.newer} onCheck={base.check} />}
    />
  )
}

interface NewestProps {
  path: string
  count: number
  onCheck: () => void
}

/** All that was published since, for a change is made against the last of them. Nobody says to have looked at it before. */
function Newest({ path, count, onCheck }: NewestProps) {
  const { data, error, refetch } = useDetail<Page<SettingVersion>>(part(path, 1, Math.min(Math.max(count, 1), 50)))
  if (data === undefined) {
    return error ? <LoadFailed message={error.message} onRetry={() => refetch()} /> : <LoadingRows rows={2} />
  }
  return (
    <Flex vertical gap={8} align="flex-start">
      {data.items.map((version) => (
        <VersionCard key={version.version} version={version} />
      ))}
      <Button size="small" onClick={onCheck}>
        {words.newerCheck}
      </Button>
    </Flex>
  )
}
