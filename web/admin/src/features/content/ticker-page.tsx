import { useState } from 'react'
import type { TickerLine } from '../../api/wire'
import { Button, Form, Input, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { ContentTable, OrderButtons } from './content-table'
import { changedColumn, NewerContent, useEdited } from './edition'
import { nextPosition } from './position'
import { actionsColumn } from './row-actions'
import { ShowingFields, ShowingTag, type ShowingValues, showingFacts, showingOf, WindowText } from './showing'

const words = text.ticker
const path = '/content/ticker'

interface Edited {
  row?: TickerLine
  position: number
}

export default function TickerPage() {
  const { may } = useSession()
  const [edited, setEdited] = useState<Edited>()
  const edits = may('content.edit')
  return (
    <>
      <ContentTable<TickerLine>
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
      {edited && <TickerDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function columns(rows: TickerLine[], onEdit?: (row: TickerLine) => void): TableColumnsType<TickerLine> {
  return [
    {
      title: text.content.order,
      width: 90,
      render: (_, row, index) => (onEdit ? <OrderButtons rows={rows} index={index} name={row.text} /> : index + 1),
    },
    { title: words.text, width: 420, render: (_, row) => row.text },
    { title: text.content.state, width: 90, render: (_, row) => <ShowingTag state={row.state} /> },
    { title: text.content.window, width: 180, render: (_, row) => <WindowText from={row.from} to={row.to} /> },
    changedColumn,
    ...actionsColumn(onEdit, { path, facts, nameOf: ({ text }) => text, removeTitle: words.removeTitle }),
  ]
}

const facts = (row: TickerLine): [string, string][] => [
  [words.text, row.text],
  [text.content.position, String(row.position)],
  ...showingFacts(row),
]

function TickerDialog({ row, position, onClose }: Edited & { onClose: () => void }) {
  const edited = useEdited(path, row)
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<ShowingValues & { text: string }>
      title={row ? words.editTitle : words.addTitle}
      okText={text.content.save}
      reason="none"
      width={640}
      running={running}
      initial={{ text: row?.text, ...showingOf(row) }}
      onSend={(values) =>
        run(path, { ...values, id: row?.id, position: edited.now?.position ?? position, base: edited.base.version })
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="text"
            label={words.text}
            rules={[{ required: true, whitespace: true, message: text.action.required }]}
          >
            <Input maxLength={200} showCount autoComplete="off" />
          </Form.Item>
          <ShowingFields />
        </>
      }
    >
      <NewerContent edited={edited} facts={facts} />
    </ActionDialog>
  )
}
