import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Items, TicketDetail, TicketTemplate } from '../../api/wire'
import { Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import type { TicketAction } from './rules'

const words = text.ticket

interface Props {
  action: TicketAction
  ticket: TicketDetail
  onClose: () => void
}

export function TicketDialog(props: Props) {
  switch (props.action) {
    case 'answer':
      return <AnswerDialog {...props} />
    case 'note':
      return <NoteDialog {...props} />
    case 'over':
      return <OverDialog {...props} />
    case 'solve':
      return <SolveDialog {...props} />
  }
  return null
}

const textRule = [{ required: true, whitespace: true, min: 2, max: 2000, message: text.action.required }]

/** The answer names the last text that was on the screen: one that came since is not answered unread. */
function AnswerDialog({ ticket, onClose }: Props) {
  const { run, running } = useAction(words.answered)
  return (
    <ActionDialog<{ text: string; solve?: boolean }>
      title={words.answer}
      okText={words.answer}
      reason="none"
      width={640}
      running={running}
      onSend={(values) =>
        run(`/tickets/${ticket.id}/answer`, { text: values.text, solve: values.solve ?? false, last: ticket.last })
      }
      onClose={onClose}
      fields={<AnswerFields />}
    />
  )
}

function AnswerFields() {
  const form = Form.useFormInstance()
  const list = useQuery({
    queryKey: ['/ticket-templates'],
    queryFn: ({ signal }) => get<Items<TicketTemplate>>('/ticket-templates', { signal }),
  })
  return (
    <>
      <Form.Item label={words.template}>
        <Select
          aria-label={words.template}
          placeholder={words.template}
          value={null}
          options={(list.data?.items ?? []).map((template) => ({ value: template.id, label: template.title }))}
          onChange={(id: string) => {
            const chosen = list.data?.items.find((template) => template.id === id)
            const typed = String(form.getFieldValue('text') ?? '').trim()
            if (chosen) form.setFieldValue('text', typed ? `${typed}\n${chosen.body}` : chosen.body)
          }}
        />
      </Form.Item>
      <Form.Item name="text" label={words.answerText} rules={textRule} extra={words.answerHint}>
        <Input.TextArea rows={8} maxLength={2000} showCount />
      </Form.Item>
      <Form.Item name="solve" label={words.solveWith} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

function NoteDialog({ ticket, onClose }: Props) {
  const { run, running } = useAction(words.noted)
  return (
    <ActionDialog<{ text: string }>
      title={words.note}
      okText={words.note}
      reason="none"
      running={running}
      onSend={(values) => run(`/tickets/${ticket.id}/note`, values)}
      onClose={onClose}
      fields={
        <Form.Item name="text" label={words.noteText} rules={textRule} extra={words.noteHint}>
          <Input.TextArea rows={4} maxLength={2000} showCount />
        </Form.Item>
      }
    />
  )
}

function OverDialog({ ticket, onClose }: Props) {
  const { run, running } = useAction(words.taken_)
  return (
    <ActionDialog<object>
      title={words.takeOverTitle(ticket.takenBy?.name ?? '')}
      okText={words.takeOver}
      reason="none"
      running={running}
      onSend={() => run(`/tickets/${ticket.id}/take`, { over: true })}
      onClose={onClose}
    >
      <p>{words.takeOverExplain}</p>
    </ActionDialog>
  )
}

function SolveDialog({ ticket, onClose }: Props) {
  const { run, running } = useAction(words.solvedDone)
  return (
    <ActionDialog<object>
      title={words.solveTitle}
      okText={words.solve}
      danger
      reason="none"
      running={running}
      onSend={() => run(`/tickets/${ticket.id}/solve`)}
      onClose={onClose}
    >
      <p>{words.solveExplain}</p>
    </ActionDialog>
  )
}
