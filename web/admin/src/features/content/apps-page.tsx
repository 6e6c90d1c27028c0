import { useState } from 'react'
import type { Download } from '../../api/wire'
import { Alert, Button, Card, Flex, Form, Input, Table, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { FileUpload } from '../../ui/file-upload'
import { EmptyRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { isAddress } from './address'
import { SettingsPage } from './settings'

const words = text.apps

export default function AppsPage() {
  const [edited, setEdited] = useState<'downloads' | 'support'>()
  const close = () => setEdited(undefined)
  return (
    <SettingsPage title={words.title} explain={words.explain}>
      {({ supportLink, downloads }, manages) => (
        <>
          <Card
            size="small"
            title={<h2 className="section-title">{words.support}</h2>}
            extra={manages && <Button onClick={() => setEdited('support')}>{words.editSupport}</Button>}
          >
            <p className="muted page-explain">{words.supportExplain}</p>
            {supportLink ? (
              <span className="mono">{supportLink}</span>
            ) : (
              <span className="muted">{words.noSupport}</span>
            )}
          </Card>
          <Card
            size="small"
            title={<h2 className="section-title">{words.downloads}</h2>}
            extra={manages && <Button onClick={() => setEdited('downloads')}>{words.editDownloads}</Button>}
          >
            <p className="muted page-explain">{words.downloadsExplain}</p>
            <Table<Download>
              size="small"
              rowKey="name"
              columns={columns}
              dataSource={downloads}
              pagination={false}
              locale={{ emptyText: <EmptyRows text={words.noApps} /> }}
            />
          </Card>
          {edited === 'support' && <SupportDialog link={supportLink} onClose={close} />}
          {edited === 'downloads' && <DownloadsDialog items={downloads} onClose={close} />}
        </>
      )}
    </SettingsPage>
  )
}

const columns: TableColumnsType<Download> = [
  { title: words.app, width: 200, render: (_, row) => row.name },
  { title: words.link, render: (_, row) => <span className="mono">{row.link}</span> },
]

const nameRules = [{ required: true, whitespace: true, message: words.nameEmpty }]
const linkRules = [
  {
    validator: (_: unknown, typed = '') => {
      if (typed.trim() === '') return Promise.reject(new Error(words.linkEmpty))
      return isAddress(typed.trim()) ? Promise.resolve() : Promise.reject(new Error(text.content.addressWrong))
    },
  },
]

function SupportDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<{ link: string }>
      title={words.editSupport}
      okText={text.content.save}
      reason="none"
      running={running}
      initial={{ link }}
      onSend={(values) => run('/content/support', values)}
      onClose={onClose}
      fields={
        <Form.Item name="link" label={words.link} rules={linkRules} required>
          <Input maxLength={500} autoComplete="off" />
        </Form.Item>
      }
    />
  )
}

function DownloadsDialog({ items, onClose }: { items: Download[]; onClose: () => void }) {
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<{ items: Download[] }>
      title={words.editDownloads}
      okText={text.content.save}
      reason="none"
      width={760}
      running={running}
      initial={{ items }}
      onSend={({ items: typed }) =>
        run('/content/downloads', { items: typed.map(({ name, link }) => ({ name: name.trim(), link: link.trim() })) })
      }
      onClose={onClose}
      fields={
        <>
          <Alert type="warning" showIcon title={words.warn} className="spaced" />
          <Form.List name="items">
            {(fields, { add, remove }) => (
              <Flex vertical gap={4}>
                {fields.map((field, index) => (
                  <div key={field.key} className="app-row">
                    <Form.Item name={[field.name, 'name']} label={words.app} rules={nameRules}>
                      <Input maxLength={60} autoComplete="off" />
                    </Form.Item>
                    <Form.Item
                      name={[field.name, 'link']}
                      label={words.link}
                      extra={words.linkHint}
                      rules={linkRules}
                      required
                    >
                      <AppAddress />
                    </Form.Item>
                    <Button onClick={() => remove(field.name)} aria-label={words.removeApp(index + 1)}>
                      {text.content.remove}
                    </Button>
                  </div>
                ))}
                <div>
                  <Button onClick={() => add({ name: '', link: '' })} disabled={fields.length >= 20}>
                    {words.addApp}
                  </Button>
                </div>
              </Flex>
            )}
          </Form.List>
        </>
      }
    />
  )
}

/** AppAddress takes the address of an app, or uploads one and fills its address in. */
function AppAddress({ id, value, onChange }: { id?: string; value?: string; onChange?: (link: string) => void }) {
  return (
    <Flex vertical gap={8}>
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        maxLength={500}
        autoComplete="off"
      />
      <FileUpload kind="package" value={value} onChange={onChange} />
    </Flex>
  )
}
