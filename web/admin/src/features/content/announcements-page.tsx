import { gmtTime, serverNow } from '@shared/clock'
import { useState } from 'react'
import type { Announcement } from '../../api/wire'
import { Button, Form, Input, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { GmtPicker } from '../../ui/gmt-picker'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { ContentTable } from './content-table'
import { changedColumn, NewerContent, useEdited } from './edition'
import { NoticePreview } from './previews'
import { actionsColumn } from './row-actions'
import { ShowingFields, ShowingTag, type ShowingValues, showingFacts, showingOf, WindowText } from './showing'

const words = text.announcement
const path = '/content/announcements'

export default function AnnouncementsPage() {
  const { may } = useSession()
  const [edited, setEdited] = useState<Announcement | 'new'>()
  const edits = may('content.edit')
  return (
    <>
      <ContentTable<Announcement>
        title={words.title}
        explain={words.explain}
        path={path}
        empty={words.empty}
        columns={() => columns(edits ? setEdited : undefined)}
        toolbar={() =>
          edits && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {words.add}
            </Button>
          )
        }
      />
      {edited && (
        <AnnouncementDialog row={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function columns(onEdit?: (row: Announcement) => void): TableColumnsType<Announcement> {
  return [
    {
      title: words.name,
      width: 320,
      render: (_, row) => (
        <>
          <strong>{row.title}</strong>
          <div className="muted small clamp">{row.text}</div>
        </>
      ),
    },
    { title: text.content.state, width: 90, render: (_, row) => <ShowingTag state={row.state} /> },
    { title: text.content.window, width: 180, render: (_, row) => <WindowText from={row.from} to={row.to} /> },
    { title: words.hot, width: 170, render: (_, row) => <Hot until={row.hotUntil} /> },
    { title: words.created, width: 160, render: (_, row) => <Time ms={row.createdAt} /> },
    changedColumn,
    ...actionsColumn(onEdit, { path, facts, nameOf: ({ title }) => title, removeTitle: words.removeTitle }),
  ]
}

function Hot({ until }: { until: number | null }) {
  if (until === null) return <span className="muted">{words.notHot}</span>
  return (
    <>
      <Time ms={until} /> {until <= serverNow() && <span className="muted small">{words.hotOver}</span>}
    </>
  )
}

interface Values extends ShowingValues {
  title: string
  text: string
  hotUntil: number | null
}

const facts = (row: Announcement): [string, string][] => [
  [words.name, row.title],
  [words.text, row.text],
  [words.hot, row.hotUntil === null ? '' : gmtTime(row.hotUntil)],
  ...showingFacts(row),
]

function AnnouncementDialog({ row, onClose }: { row?: Announcement; onClose: () => void }) {
  const edited = useEdited(path, row)
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<Values>
      title={row ? words.editTitle : words.addTitle}
      okText={text.content.save}
      reason="none"
      width={920}
      running={running}
      initial={{ title: row?.title, text: row?.text, hotUntil: row?.hotUntil ?? null, ...showingOf(row) }}
      onSend={(values) => run(path, { ...values, id: row?.id, base: edited.base.version })}
      onClose={onClose}
      fields={
        <div className="edit-pair">
          <div>
            <Form.Item
              name="title"
              label={words.name}
              rules={[{ required: true, whitespace: true, message: text.action.required }]}
            >
              <Input maxLength={60} showCount autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="text"
              label={words.text}
              extra={words.textHint}
              rules={[{ required: true, whitespace: true, message: text.action.required }]}
            >
              <Input.TextArea rows={7} maxLength={2000} showCount />
            </Form.Item>
            <Form.Item name="hotUntil" label={words.hot} extra={words.hotHint}>
              <GmtPicker none={words.notHot} />
            </Form.Item>
            <ShowingFields />
          </div>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => <NoticePreview {...(getFieldsValue() as Partial<Values>)} />}
          </Form.Item>
        </div>
      }
    >
      <NewerContent edited={edited} facts={facts} />
    </ActionDialog>
  )
}
