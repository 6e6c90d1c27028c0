import { useState } from 'react'
import type { Edition } from '../../api/wire'
import { Alert, Button, Card, Flex, Form, Input, Table } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { EmptyRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { ChangedBy, NewerContent, useEditedOnce } from './edition'
import { SettingsPage } from './settings'

const words = text.frames

export default function FramesPage() {
  const [editing, setEditing] = useState(false)
  return (
    <SettingsPage title={words.title} explain={words.explain}>
      {({ frames, editions }, manages) => (
        <Card size="small">
          <Flex vertical gap={16} align="flex-start">
            <Table<{ host: string }>
              className="wide"
              size="small"
              rowKey="host"
              columns={[{ title: words.host, render: (_, row) => <span className="mono">{row.host}</span> }]}
              dataSource={frames.map((host) => ({ host }))}
              pagination={false}
              locale={{ emptyText: <EmptyRows text={words.empty} /> }}
            />
            <ChangedBy edition={editions.frames} />
            {manages && (
              <Button type="primary" onClick={() => setEditing(true)}>
                {words.edit}
              </Button>
            )}
          </Flex>
          {editing && <FramesDialog now={{ frames, ...editions.frames }} onClose={() => setEditing(false)} />}
        </Card>
      )}
    </SettingsPage>
  )
}

const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** hostsOf is the hosts of a text with one on each line. */
export const hostsOf = (typed: string) =>
  typed
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

function FramesDialog({ now, onClose }: { now: { frames: string[] } & Edition; onClose: () => void }) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<{ hosts: string }>
      title={words.edit}
      okText={text.content.save}
      width={640}
      reason="none"
      running={running}
      initial={{ hosts: now.frames.join('\n') }}
      onSend={({ hosts = '' }) => run('/content/frames', { hosts: hostsOf(hosts), base: edited.base.version })}
      onClose={onClose}
      fields={
        <>
          <Alert type="warning" showIcon title={words.warn} className="spaced" />
          <Form.Item
            name="hosts"
            label={words.hosts}
            extra={words.hostsHint}
            rules={[
              {
                validator: (_, typed = '') => {
                  const wrong = hostsOf(typed).find((host) => !hostName.test(host))
                  return wrong ? Promise.reject(new Error(words.wrong(wrong))) : Promise.resolve()
                },
              },
            ]}
          >
            <Input.TextArea rows={8} spellCheck={false} />
          </Form.Item>
        </>
      }
    >
      <NewerContent edited={edited} facts={(of) => [[words.hosts, of.frames.join('\n')]]} />
    </ActionDialog>
  )
}
