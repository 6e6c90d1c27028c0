import { useState } from 'react'
import type { Banner, Device } from '../../api/wire'
import { Button, Form, Input, Segmented, type TableColumnsType } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { useUrlState } from '../../ui/use-url-state'
import { useSession } from '../session/session'
import { checkAddress } from './address'
import { ContentTable, OrderButtons } from './content-table'
import { changedColumn, NewerContent, useEdited } from './edition'
import { PictureField } from './picture-field'
import { nextPosition } from './position'
import { BannerPreview, SitePicture } from './previews'
import { actionsColumn } from './row-actions'
import { ShowingFields, ShowingTag, type ShowingValues, showingFacts, showingOf, WindowText } from './showing'

const words = text.banner
const path = '/content/banners'
const devices: Device[] = ['pc', 'h5']

interface Edited {
  row?: Banner
  device: Device
  position: number
}

export default function BannersPage() {
  const { may } = useSession()
  const { filters, setFilters } = useUrlState()
  const [edited, setEdited] = useState<Edited>()
  const device: Device = filters.device === 'h5' ? 'h5' : 'pc'
  const edits = may('content.edit')
  return (
    <>
      <ContentTable<Banner>
        title={words.title}
        explain={words.explain}
        path={path}
        empty={words.empty}
        choose={(row) => row.device === device}
        columns={(rows) => columns(rows, edits ? (row) => setEdited({ row, ...row }) : undefined)}
        toolbar={(rows) => (
          <>
            <Segmented<Device>
              aria-label={words.device}
              value={device}
              options={devices.map((value) => ({ value, label: words.devices[value] }))}
              onChange={(next) => setFilters({ device: next })}
            />
            {edits && (
              <Button type="primary" onClick={() => setEdited({ device, position: nextPosition(rows) })}>
                {words.add}
              </Button>
            )}
          </>
        )}
      />
      {edited && (
        <BannerDialog
          row={edited.row}
          device={edited.device}
          position={edited.position}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function columns(rows: Banner[], onEdit?: (row: Banner) => void): TableColumnsType<Banner> {
  return [
    {
      title: text.content.order,
      width: 90,
      render: (_, row, index) => (onEdit ? <OrderButtons rows={rows} index={index} name={row.alt} /> : index + 1),
    },
    {
      title: text.content.picture,
      width: 170,
      render: (_, row) => <SitePicture address={row.picture} className="banner-thumb" />,
    },
    {
      title: words.words,
      width: 260,
      render: (_, row) => (
        <>
          <strong>{row.title || row.alt}</strong>
          <div className="muted small clamp">{row.line}</div>
          {row.link && (
            <div className="muted mono">
              {row.button} → {row.link}
            </div>
          )}
        </>
      ),
    },
    { title: text.content.state, width: 90, render: (_, row) => <ShowingTag state={row.state} /> },
    { title: text.content.window, width: 180, render: (_, row) => <WindowText from={row.from} to={row.to} /> },
    changedColumn,
    ...actionsColumn(onEdit, { path, facts, nameOf: ({ alt }) => alt, removeTitle: words.removeTitle }),
  ]
}

interface Values extends ShowingValues {
  device: Device
  picture: string
  title: string
  line: string
  button: string
  link: string
  alt: string
}

const facts = (row: Banner): [string, string][] => [
  [words.device, words.devices[row.device]],
  [text.content.picture, row.picture],
  [words.name, row.title],
  [words.line, row.line],
  [words.button, row.button],
  [words.link, row.link],
  [words.alt, row.alt],
  [text.content.position, String(row.position)],
  ...showingFacts(row),
]

function BannerDialog({ row, device, position, onClose }: Edited & { onClose: () => void }) {
  const edited = useEdited(path, row)
  const { run, running } = useAction(text.content.saved)
  return (
    <ActionDialog<Values>
      title={row ? words.editTitle : words.addTitle}
      okText={text.content.save}
      reason="none"
      width={1080}
      running={running}
      initial={{ ...row, device, ...showingOf(row) }}
      onSend={(values) =>
        run(path, { ...values, id: row?.id, position: edited.now?.position ?? position, base: edited.base.version })
      }
      onClose={onClose}
      fields={
        <div className="edit-pair">
          <BannerFields />
          <Form.Item noStyle shouldUpdate>
            {({ getFieldsValue }) => <Previews {...(getFieldsValue() as Partial<Values>)} />}
          </Form.Item>
        </div>
      }
    >
      <NewerContent edited={edited} facts={facts} />
    </ActionDialog>
  )
}

function BannerFields() {
  return (
    <div>
      <Form.Item name="device" label={words.device}>
        <Segmented options={devices.map((value) => ({ value, label: words.devices[value] }))} />
      </Form.Item>
      <PictureField prefer="/art/banner" />
      <div className="field-pair">
        <Form.Item name="title" label={words.name} extra={words.nameHint}>
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="button" label={words.button}>
          <Input maxLength={12} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="line" label={words.line}>
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="link"
        label={words.link}
        extra={words.linkHint}
        rules={[{ validator: (_, typed = '') => checkAddress(typed) }]}
      >
        <Input maxLength={500} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="alt"
        label={words.alt}
        extra={words.altHint}
        rules={[{ required: true, whitespace: true, message: text.action.required }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <ShowingFields />
    </div>
  )
}

/** Both proportions, the form's own first: a picture that is right for one may cut the other's words. */
function Previews({ device = 'pc', ...slide }: Partial<Values>) {
  const order: Device[] = device === 'pc' ? devices : [...devices].reverse()
  return (
    <div>
      {order.map((shown) => (
        <BannerPreview key={shown} device={shown} {...slide} />
      ))}
    </div>
  )
}
