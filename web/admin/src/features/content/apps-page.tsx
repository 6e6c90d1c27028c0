import { useState } from 'react'
import { Link } from 'react-router'
import type { Download, Edition, Outcome } from '../../api/wire'
import { Alert, Button, Card, Flex, Form, Input, Table, type TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { FileUpload } from '../../ui/file-upload'
import { EmptyRows } from '../../ui/states'
import { useAction } from '../../ui/use-action'
import { isAddress } from './address'
import { ChangedBy, NewerContent, useEditedOnce } from './edition'
import { SettingsPage } from './settings'

const words = text.apps

export default function AppsPage() {
  const [edited, setEdited] = useState<'downloads' | 'support'>()
  const close = () => setEdited(undefined)
  return (
    <SettingsPage title={words.title} explain={words.explain}>
      {({ supportLink, downloads, editions, waiting }, manages) => (
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
            <Standing edition={editions.support} waiting={waiting.support} />
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
            <Standing edition={editions.downloads} waiting={waiting.downloads} />
          </Card>
          {edited === 'support' && <SupportDialog now={{ link: supportLink, ...editions.support }} onClose={close} />}
          {edited === 'downloads' && (
            <DownloadsDialog now={{ items: downloads, ...editions.downloads }} onClose={close} />
          )}
        </>
      )}
    </SettingsPage>
  )
}

/** Standing says who changed something last, and whether a change waits for a second person. */
function Standing({ edition, waiting }: { edition: Edition; waiting: string | null }) {
  return (
    <Flex wrap gap={12} align="center">
      <ChangedBy edition={edition} />
      {waiting !== null && (
        <Link to={paths.approvals} className="text-link">
          {text.content.waitingSecond}
        </Link>
      )}
    </Flex>
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

function SupportDialog({ now, onClose }: { now: { link: string } & Edition; onClose: () => void }) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction<Outcome>(text.content.saved)
  return (
    <ActionDialog<{ link: string; reason: string }>
      title={words.editSupport}
      okText={text.content.submit}
      quickReasons={text.content.quickOutward}
      running={running}
      initial={{ link: now.link }}
      onSend={(values) => run('/content/support', { ...values, base: edited.base.version })}
      onClose={onClose}
      fields={
        <Form.Item name="link" label={words.link} rules={linkRules} required>
          <Input maxLength={500} autoComplete="off" />
        </Form.Item>
      }
    >
      <NewerContent edited={edited} facts={(of) => [[words.link, of.link]]} />
      <p className="muted">{text.content.byTwo}</p>
    </ActionDialog>
  )
}

function DownloadsDialog({ now, onClose }: { now: { items: Download[] } & Edition; onClose: () => void }) {
  const edited = useEditedOnce(now)
  const { run, running } = useAction<Outcome>(text.content.saved)
  return (
    <ActionDialog<{ items: Download[]; reason: string }>
      title={words.editDownloads}
      okText={text.content.submit}
      quickReasons={text.content.quickOutward}
      width={760}
      running={running}
      initial={{ items: now.items }}
      onSend={({ items: typed, reason }) =>
        run('/content/downloads', {
          items: typed.map(({ name, link }) => ({ name: name.trim(), link: link.trim() })),
          base: edited.base.version,
          reason,
        })
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
    >
      <NewerContent edited={edited} facts={(of) => [[words.downloads, of.items.map(appLine).join('\n')]]} />
      <p className="muted">{text.content.byTwo}</p>
    </ActionDialog>
  )
}

const appLine = ({ name, link }: Download) => `${name} ${link}`

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
