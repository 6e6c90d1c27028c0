import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api/client'
import { Alert, App, Button, Flex, Form, Input, Modal, Space } from '../kit'
import { text } from '../text/zh-cn'
import { draftFor, dropDraft, watchForm } from './drafts'

/** Reasons shorter than this say nothing to the person who reads the audit trail later. */
export const reasonMin = 2
export const reasonMax = 200

export interface ActionDialogProps<V extends object> {
  title: string
  okText: string
  /** Paints the confirming button red. Focus never starts on it, and Enter never presses it. */
  danger?: boolean
  /** What will happen, shown above the inputs. */
  children?: ReactNode
  /** Form.Item inputs beside the reason. */
  fields?: ReactNode
  initial?: Partial<V>
  reason?: 'required' | 'none'
  reasonLabel?: string
  reasonHint?: string
  /** Usual reasons, offered as buttons. */
  quickReasons?: readonly string[]
  /** The form holds keys: nothing of it is kept when the session ends. */
  secret?: boolean
  /** Wider than usual, for forms that show a preview. */
  width?: number
  running: boolean
  onSend: (values: V) => Promise<{ ok: boolean; error?: ApiError }>
  onClose: () => void
}

/** ActionDialog asks a person for the reason (and further inputs) of a change before it is sent. */
export function ActionDialog<V extends object>(props: ActionDialogProps<V>) {
  const [form] = Form.useForm<V>()
  const { modal } = App.useApp()
  const cancel = useRef<HTMLButtonElement>(null)
  const withReason = props.reason !== 'none'
  const { title } = props
  const [begun] = useState(() => JSON.stringify(props.initial ?? {}))
  const [draft] = useState(() => (props.secret ? undefined : draftFor(title, begun)))

  // What is written here outlives the end of the session, and a closed tab asks first.
  useEffect(() => {
    const written = () => form.isFieldsTouched() || draft !== undefined
    const forget = watchForm(() =>
      written() && !props.secret ? { title, begun, values: form.getFieldsValue(true) as object } : undefined,
    )
    const ask = (event: BeforeUnloadEvent) => {
      if (props.width && written()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      forget()
      window.removeEventListener('beforeunload', ask)
    }
  }, [form, title, begun, draft, props.width, props.secret])
  const close = () => {
    dropDraft(title, begun)
    props.onClose()
  }

  // The dialog's focus begins at its first input, else at the button that changes nothing.
  useEffect(() => {
    const timer = setTimeout(() => {
      const inputs = '.action-dialog input, .action-dialog textarea'
      // Who is faster than this is not taken out of the field they chose.
      if (document.activeElement?.matches(inputs)) return
      const first = document.querySelector<HTMLElement>(inputs)
      ;(first ?? cancel.current)?.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [])

  const send = async () => {
    let values: V
    try {
      values = await form.validateFields()
    } catch (refused) {
      // In a long form the refused input may be out of sight.
      const first = (refused as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]
      if (first) form.scrollToField(first.name as never, { block: 'nearest', focus: true })
      return
    }
    const result = await props.onSend(trimmed(values))
    if (result.ok) close()
    else if (result.error) showFieldErrors(result.error)
  }
  /** A page of text is thrown away only by somebody who says so. */
  const leave = () => {
    if (props.running) return
    if (!props.width || (!form.isFieldsTouched() && !draft)) return close()
    modal.confirm({
      title: text.action.discardTitle,
      content: text.action.discardExplain,
      okText: text.action.discard,
      okButtonProps: { danger: true },
      cancelText: text.action.keepEditing,
      focusable: { autoFocusButton: 'cancel' },
      onOk: close,
    })
  }
  const showFieldErrors = (error: ApiError) => {
    const fields = Object.entries(error.fields).map(([name, message]) => ({ name, errors: [message] }))
    if (!fields[0]) return
    form.setFields(fields as Parameters<typeof form.setFields>[0])
    form.scrollToField(fields[0].name as never, { block: 'nearest' })
  }

  return (
    <Modal
      open
      title={props.title}
      className="action-dialog"
      width={props.width}
      // A wide form needs the height of the screen; its buttons stay in view below it.
      style={props.width ? { top: 24 } : undefined}
      classNames={props.width ? { body: 'tall-form' } : undefined}
      onCancel={leave}
      mask={{ closable: false }}
      // A stray Escape throws a reason away at the most, and never a page of text.
      keyboard={!props.width}
      footer={
        <Space>
          <Button ref={cancel} onClick={leave} disabled={props.running}>
            {text.action.cancel}
          </Button>
          <Button type="primary" danger={props.danger} loading={props.running} onClick={send}>
            {props.okText}
          </Button>
        </Space>
      }
    >
      {draft && <Alert type="info" showIcon title={text.action.restored} className="spaced" />}
      {props.children}
      {/* Named, so that its inputs have other ids than a filter of the same name on the page behind. */}
      <Form<V> form={form} name="action" layout="vertical" initialValues={{ ...props.initial, ...draft }} requiredMark>
        {props.fields}
        {withReason && (
          <Form.Item
            name="reason"
            label={props.reasonLabel ?? text.action.reason}
            extra={props.reasonHint}
            rules={[{ validator: (_, typed?: string) => checkReason(typed) }]}
            required
          >
            <Input.TextArea rows={3} maxLength={reasonMax} showCount placeholder={text.action.reasonPlaceholder} />
          </Form.Item>
        )}
      </Form>
      {withReason && props.quickReasons && (
        <Flex wrap gap={6}>
          {props.quickReasons.map((reason) => (
            <Button
              key={reason}
              size="small"
              onClick={() => {
                form.setFieldValue('reason' as never, reason as never)
                void form.validateFields(['reason' as never]).catch(() => undefined)
              }}
            >
              {reason}
            </Button>
          ))}
        </Flex>
      )}
    </Modal>
  )
}

function checkReason(typed = ''): Promise<void> {
  const length = typed.trim().length
  if (length === 0) return Promise.reject(new Error(text.action.reasonEmpty))
  if (length < reasonMin) return Promise.reject(new Error(text.action.reasonShort))
  return Promise.resolve()
}

/** What was left empty is not sent: an empty note is no note. */
function trimmed<V extends object>(values: V): V {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as V
}
