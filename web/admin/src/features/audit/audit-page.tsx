import { gmtTime } from '@shared/clock'
import { Fragment, useMemo, useState } from 'react'
import type { AuditRow, ChainResult } from '../../api/wire'
import { Alert, Button, Drawer, Flex, type ProColumns, ProFormText, Typography } from '../../kit'
import { text } from '../../text/zh-cn'
import { Facts, Section } from '../../ui/facts'
import { DaysFilter } from '../../ui/filter-bar'
import { ListPage } from '../../ui/list-page'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'

const words = text.audit
const seqOf = (row: AuditRow) => String(row.seq)

export default function AuditPage() {
  const url = useUrlState()
  const { may } = useSession()
  const [shown, setShown] = useState<AuditRow>()
  const [chain, setChain] = useState<ChainResult>()
  const verify = useAction<ChainResult>(words.verifyDone)
  const columns = useMemo(() => auditColumns(setShown), [])
  return (
    <>
      <ListPage<AuditRow>
        title={words.title}
        name="audit"
        path="/audit"
        url={url}
        columns={columns}
        rowKey={seqOf}
        onOpen={setShown}
        empty={words.empty}
        above={chain && <ChainAlert chain={chain} />}
        toolbar={
          may('audit.verify') && (
            <Button
              key="verify"
              loading={verify.running}
              onClick={async () => setChain((await verify.run('/audit/verify')).answer)}
            >
              {words.verify}
            </Button>
          )
        }
        filters={[
          <ProFormText key="actor" name="actor" label={words.actor} />,
          <ProFormText key="action" name="action" label={words.actionCode} />,
          <ProFormText key="subject" name="subject" label={words.subject} />,
          <DaysFilter key="days" />,
        ]}
      />
      <AuditDrawer row={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

function ChainAlert({ chain }: { chain: ChainResult }) {
  return chain.broken ? (
    <Alert type="error" showIcon title={words.brokenAt(chain.broken.seq, chain.broken.text)} />
  ) : (
    <Alert
      type="success"
      showIcon
      title={words.verified(chain.checked)}
      description={<span className="mono">{chain.head}</span>}
    />
  )
}

function auditColumns(onOpen: (row: AuditRow) => void): ProColumns<AuditRow>[] {
  return [
    {
      title: words.seq,
      key: 'seq',
      render: (_, row) => (
        <Button type="link" size="small" className="link-button" onClick={() => onOpen(row)}>
          #{row.seq}
        </Button>
      ),
    },
    { title: words.at, key: 'at', render: (_, row) => <Time ms={row.at} /> },
    { title: words.actor, key: 'actor', render: (_, row) => row.actor },
    {
      title: words.action,
      key: 'action',
      render: (_, row) => (
        <>
          {row.actionText} <span className="muted mono">{row.action}</span>
        </>
      ),
    },
    { title: words.subject, key: 'subject', render: (_, row) => row.subject?.label ?? '—' },
    { title: words.reason, key: 'reason', render: (_, row) => row.reason ?? '—' },
    { title: words.ip, key: 'ip', render: (_, row) => row.ip ?? '—' },
  ]
}

/** AuditDrawer shows one entry whole, with what stood before and after the change. */
function AuditDrawer({ row, onClose }: { row: AuditRow | undefined; onClose: () => void }) {
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      size={640}
      destroyOnHidden
      title={<h2 className="drawer-title">{row && words.detail(row.seq)}</h2>}
    >
      {row && (
        <Flex vertical gap={16}>
          <Facts
            facts={[
              [words.at, gmtTime(row.at)],
              [words.actor, row.actor],
              [words.action, row.actionText],
              [
                words.actionCode,
                <span key="code" className="mono">
                  {row.action}
                </span>,
              ],
              [words.subject, row.subject && `${row.subject.label}（${row.subject.type} ${row.subject.id}）`],
              [words.reason, row.reason],
              [words.ip, row.ip],
              [words.request, row.requestId && <span className="mono">{row.requestId}</span>],
            ]}
          />
          <Json title={words.before} value={row.before} />
          <Json title={words.after} value={row.after} />
          <Section title={words.hash}>
            <span className="mono">{row.hash}</span>
          </Section>
        </Flex>
      )}
    </Drawer>
  )
}

/**
 * Json shows what stood before or after a change. A text that JSON would spell otherwise, with its quotation marks and
 * line breaks, stands by itself as it is, to be copied back whole.
 */
function Json({ title, value }: { title: string; value: Record<string, unknown> | unknown[] | null }) {
  if (value === null) return null
  const all = Array.isArray(value) ? [] : Object.entries(value)
  const texts = all.filter(isSpeltOtherwise)
  const rest = texts.length === 0 ? value : Object.fromEntries(all.filter((entry) => !isSpeltOtherwise(entry)))
  return (
    <Section title={title}>
      <pre className="raw">{JSON.stringify(rest, null, 2)}</pre>
      {texts.map(([name, content]) => (
        <Fragment key={name}>
          <Typography.Text className="small" type="secondary" copyable={{ text: content }}>
            {name}
          </Typography.Text>
          <pre className="raw">{content}</pre>
        </Fragment>
      ))}
    </Section>
  )
}

function isSpeltOtherwise(entry: [name: string, value: unknown]): entry is [string, string] {
  const value = entry[1]
  return typeof value === 'string' && JSON.stringify(value) !== `"${value}"`
}
