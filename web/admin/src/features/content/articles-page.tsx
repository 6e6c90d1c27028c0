import { useState } from 'react'
import type { Article } from '../../api/wire'
import { Button, Form, Input, Select, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { ContentTable, OrderButtons } from './content-table'
import { changedColumn, NewerContent, useEdited } from './edition'
import { nextPosition } from './position'
import { actionsColumn } from './row-actions'
import { ShowingFields, ShowingTag, type ShowingValues, showingFacts, showingOf, WindowText } from './showing'

const words = text.article
const path = '/content/articles'
const topics = Object.entries(words.topics).map(([value, label]) => ({ value, label }))

interface Edited {
  row?: Article
  position: number
}

export default function ArticlesPage() {
  const { may } = useSession()
  const [edited, setEdited] = useState<Edited>()
  const edits = may('content.edit')
  return (
    <>
      <ContentTable<Article>
        title={words.title}
        explain={words.explain}
        path={path}
        empty={words.empty}
        columns={(rows) => columns(rows, edits ? (row) => setEdited({ row, position: row.position }) : undefined)}
        toolbar={(rows) =>
          edits && (
            <Button type="primary" onClick={() => setEdited({ position: nextPosition(rows) })}>
              {words.add}
            </Button>
          )
        }
      />
      {edited && <ArticleDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function columns(rows: Article[], onEdit?: (row: Article) => void): TableColumnsType<Article> {
  return [
    {
      title: text.content.order,
      width: 90,
      render: (_, row, index) => (onEdit ? <OrderButtons rows={rows} index={index} name={row.title} /> : index + 1),
    },
    { title: words.topic, width: 90, render: (_, row) => words.topics[row.topic] },
    { title: words.name, width: 300, render: (_, row) => row.title },
    { title: text.content.state, width: 90, render: (_, row) => <ShowingTag state={row.state} /> },
    { title: text.content.window, width: 180, render: (_, row) => <WindowText from={row.from} to={row.to} /> },
    changedColumn,
    ...actionsColumn(onEdit, { path, facts, nameOf: ({ title }) => title, removeTitle: words.removeTitle }),
  ]
}

const facts = (row: Article): [string, string][] => [
  [words.topic, words.topics[row.topic]],
  [words.name, row.title],
  [words.text, row.text],
  [text.content.position, String(row.position)],
  ...showingFacts(row),
]

function ArticleDialog({ row, position, onClose }: Edited & { onClose: () => void }) {
  const edited = useEdited(path, row)
  const { run, running } = useAction(text.content.saved)
  const needed = [{ required: true, whitespace: true, message: text.action.required }]
  return (
    <ActionDialog<ShowingValues & Pick<Article, 'topic' | 'title' | 'text'>>
      title={row ? words.editTitle : words.addTitle}
      okText={text.content.save}
      reason="none"
      width={760}
      running={running}
      initial={{ topic: row?.topic, title: row?.title, text: row?.text, ...showingOf(row) }}
      onSend={(values) =>
        run(path, { ...values, id: row?.id, position: edited.now?.position ?? position, base: edited.base.version })
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item name="topic" label={words.topic} rules={[{ required: true, message: text.action.required }]}>
            <Select options={topics} />
          </Form.Item>
          <Form.Item name="title" label={words.name} rules={needed}>
            <Input maxLength={60} showCount autoComplete="off" />
          </Form.Item>
          <Form.Item name="text" label={words.text} rules={needed} extra={words.textHint}>
            <Input.TextArea rows={14} maxLength={8000} showCount />
          </Form.Item>
          <ShowingFields />
        </>
      }
    >
      <NewerContent edited={edited} facts={facts} />
    </ActionDialog>
  )
}
