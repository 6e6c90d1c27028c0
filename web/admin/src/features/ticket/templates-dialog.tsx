import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/client'
import type { Items, TicketTemplate } from '../../api/wire'
import { Button, Flex, Form, Input, InputNumber, Modal, Space } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'

const words = text.ticket

/** TemplatesDialog lists the texts to begin an answer with, and changes them. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<Partial<TicketTemplate>>()
  const [removed, setRemoved] = useState<TicketTemplate>()
  const list = useQuery({
    queryKey: ['/ticket-templates'],
    queryFn: ({ signal }) => get<Items<TicketTemplate>>('/ticket-templates', { signal }),
  })
  const rows = list.data?.items ?? []
  const next = Math.max(0, ...rows.map((row) => row.position)) + 10
  return (
    <>
      <Modal
        open
        title={words.templates}
        width={720}
        onCancel={onClose}
        footer={
          <Space>
            <Button onClick={onClose}>{words.close}</Button>
            <Button type="primary" onClick={() => setEdited({ position: next })}>
              {words.templateAdd}
            </Button>
          </Space>
        }
      >
        {list.isPending ? (
          <LoadingRows />
        ) : list.data === undefined ? (
          <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
        ) : rows.length === 0 ? (
          <EmptyRows text={words.templateEmpty} />
        ) : (
          <Flex vertical gap={12}>
            {rows.map((row) => (
              <Flex key={row.id} justify="space-between" align="start" gap={12}>
                <div>
                  <strong>{row.title}</strong>
                  <p className="ticket-text muted">{row.body}</p>
                </div>
                <Space>
                  <Button size="small" aria-label={`${words.templateEdit} ${row.title}`} onClick={() => setEdited(row)}>
                    {words.templateEdit}
                  </Button>
                  <Button
                    size="small"
                    danger
                    aria-label={`${words.templateRemove} ${row.title}`}
                    onClick={() => setRemoved(row)}
                  >
                    {words.templateRemove}
                  </Button>
                </Space>
              </Flex>
            ))}
          </Flex>
        )}
      </Modal>
      {edited && <EditDialog template={edited} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveDialog template={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function EditDialog({ template, onClose }: { template: Partial<TicketTemplate>; onClose: () => void }) {
  const { run, running } = useAction(words.templateSaved)
  return (
    <ActionDialog<{ title: string; body: string; position: number }>
      title={template.id ? words.templateEdit : words.templateAdd}
      okText={words.save}
      reason="none"
      width={640}
      running={running}
      initial={{ title: template.title, body: template.body, position: template.position }}
      onSend={(values) => run('/ticket-templates', { ...values, id: template.id })}
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="title"
            label={words.templateTitle}
            rules={[{ required: true, whitespace: true, message: text.action.required }]}
          >
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="body"
            label={words.templateBody}
            rules={[{ required: true, whitespace: true, min: 2, message: text.action.required }]}
          >
            <Input.TextArea rows={6} maxLength={2000} showCount />
          </Form.Item>
          <Form.Item name="position" label={words.templatePosition}>
            <InputNumber min={0} max={100_000} precision={0} />
          </Form.Item>
        </>
      }
    />
  )
}

function RemoveDialog({ template, onClose }: { template: TicketTemplate; onClose: () => void }) {
  const { run, running } = useAction(words.templateRemoved)
  return (
    <ActionDialog<object>
      title={words.templateRemoveTitle(template.title)}
      okText={words.templateRemove}
      danger
      reason="none"
      running={running}
      onSend={() => run(`/ticket-templates/${template.id}/remove`)}
      onClose={onClose}
    >
      <p>{words.templateRemoveExplain}</p>
    </ActionDialog>
  )
}
