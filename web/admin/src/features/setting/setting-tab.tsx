import { useState } from 'react'
import type { Setting, SettingField, SettingList } from '../../api/settings'
import { Alert, Button, Card, Descriptions, Flex, Space, Table, type TableColumnsType, Tooltip } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useDetail } from '../../ui/detail-drawer'
import { StateTag } from '../../ui/facts'
import { EmptyRows, LoadFailed, LoadingRows } from '../../ui/states'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { WithPictures } from '../../ui/with-pictures'
import { useSession } from '../session/session'
import { CourierTest } from './courier-test'
import { nameOf, SettingDialog } from './setting-dialog'
import { SettingHistory } from './setting-history'
import { sealed, shown } from './values'

const words = text.setting

/** SettingTab is the settings of one kind: a table of many, or the figures of one. */
export function SettingTab({ kind }: { kind: string }) {
  const list = useDetail<SettingList>(`/settings/${encodeURIComponent(kind)}`)
  const manages = useSession().may('payment.manage')
  const [edited, setEdited] = useState<string>()
  const [off, setOff] = useState<Setting>()
  const [past, setPast] = useState<Setting>()
  if (!list.data)
    return list.isPending ? (
      <LoadingRows rows={6} />
    ) : (
      <LoadFailed message={list.error?.message ?? ''} onRetry={() => list.refetch()} />
    )
  const data = list.data
  const act = { manages, onEdit: (item: Setting) => setEdited(item.key), onOff: setOff, onHistory: setPast }
  const item = data.items.find(({ key }) => key === edited)
  return (
    <>
      <Card
        size="small"
        title={<h2 className="section-title">{data.title}</h2>}
        extra={
          manages &&
          (data.keyed ? (
            <Button size="small" type="primary" onClick={() => setEdited(NEW)}>
              {words.add(data.title)}
            </Button>
          ) : (
            <CourierTest kind={kind} />
          ))
        }
      >
        <p className="muted page-explain">{data.explain}</p>
        {data.keyed ? (
          <Many list={data} {...act} />
        ) : (
          data.items.map((one) => <One key={one.key} list={data} item={one} {...act} />)
        )}
      </Card>
      {edited !== undefined && <SettingDialog list={data} item={item} onClose={() => setEdited(undefined)} />}
      {off && <OffDialog kind={kind} item={off} onClose={() => setOff(undefined)} />}
      {past && <SettingHistory kind={kind} item={past} onClose={() => setPast(undefined)} />}
    </>
  )
}

/** NEW is no key that a setting can have. */
const NEW = '\u0000new'

interface Acts {
  manages: boolean
  onEdit: (item: Setting) => void
  onOff: (item: Setting) => void
  onHistory: (item: Setting) => void
}

function Many({ list, ...acts }: { list: SettingList } & Acts) {
  const columns: TableColumnsType<Setting> = [
    {
      title: words.name,
      render: (_, row) => (
        <>
          <strong>{row.label}</strong>
          <div className="muted small mono">{row.key}</div>
        </>
      ),
    },
    { title: words.state, render: (_, row) => <States item={row} keyed /> },
    { title: words.contents, width: 420, render: (_, row) => <Contents fields={list.fields} item={row} /> },
    { title: words.version, render: (_, row) => <Since item={row} /> },
    {
      title: text.detail.actions,
      width: 190,
      render: (_, row) => <Buttons item={row} keyed {...acts} />,
    },
  ]
  return (
    <Table<Setting>
      size="small"
      rowKey="key"
      columns={columns}
      dataSource={list.items}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <EmptyRows text={words.none} /> }}
    />
  )
}

/** Contents are the fields of a row, but for its name and the switches that are off. */
function Contents({ fields, item }: { fields: SettingField[]; item: Setting }) {
  const told = fields.filter(
    (field) =>
      !sealed(field) && field.name !== 'name' && item.value[field.name] !== false && item.value[field.name] !== '',
  )
  return (
    <span className="small">
      {told
        .map((field) =>
          field.form === 'switch' ? field.label : `${field.label} ${shown(field, item.value[field.name])}`,
        )
        .join(' · ')}
      {item.hint !== '' && ` · ${item.hint}`}
    </span>
  )
}

function One({ list, item, ...acts }: { list: SettingList; item: Setting } & Acts) {
  return (
    <Flex vertical gap={12}>
      {item.unread > 0 && (
        <Alert type="error" showIcon title={words.unreadExplain(item.unread, words.here(item.holds))} />
      )}
      <Flex wrap gap={12} align="center" justify="space-between">
        <Space wrap>
          <States item={item} />
          <Since item={item} />
        </Space>
        <Buttons item={item} {...acts} />
      </Flex>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, sm: 1, md: 2 }}
        items={list.fields.map((field) => ({
          key: field.name,
          label: nameOf(field),
          children: (
            <>
              <strong>
                <WithPictures text={shown(field, item.value[field.name])} />
              </strong>
              {item.coming && shown(field, item.coming[field.name]) !== shown(field, item.value[field.name]) && (
                <span> → {shown(field, item.coming[field.name])}</span>
              )}
              <div className="muted small">
                {[field.hint, words.default(shown(field, list.defaults[field.name]))]
                  .filter((part) => part !== '')
                  .join('；')}
              </div>
            </>
          ),
        }))}
      />
    </Flex>
  )
}

function States({ item, keyed = false }: { item: Setting; keyed?: boolean }) {
  return (
    <>
      {keyed && <StateTag label={item.on ? words.inUse : words.disabled} tone={item.on ? 'success' : 'default'} />}
      {keyed && item.unread > 0 && (
        <Tooltip title={words.unreadExplain(item.unread, words.here(item.holds))}>
          <span>
            <StateTag label={words.unread(item.unread)} tone="error" />
          </span>
        </Tooltip>
      )}
      {item.altered && <StateTag label={words.altered} tone="error" />}
      {item.approvalId !== null && <StateTag label={words.waiting} tone="processing" />}
    </>
  )
}

function Since({ item }: { item: Setting }) {
  if (item.since === null && item.comingAt === null) return <span className="muted small">{words.byDefault}</span>
  return (
    <span className="small">
      {item.since !== null && (
        <>
          {words.since(item.holds)} <Time ms={item.since} />
          <span className="muted"> {words.by(item.madeBy ?? '', item.approvedBy ?? '')}</span>
        </>
      )}
      {item.comingAt !== null && (
        <span>
          {' '}
          {words.coming} <Time ms={item.comingAt} />
        </span>
      )}
    </span>
  )
}

function Buttons({
  item,
  keyed = false,
  manages,
  onEdit,
  onOff,
  onHistory,
}: { item: Setting; keyed?: boolean } & Acts) {
  return (
    <Space size={4}>
      {manages && (
        <Button
          size="small"
          aria-label={words.editOf(item.label)}
          disabled={item.approvalId !== null}
          onClick={() => onEdit(item)}
        >
          {words.edit}
        </Button>
      )}
      {manages && keyed && item.on && (
        <Button size="small" danger aria-label={words.offOf(item.label)} onClick={() => onOff(item)}>
          {words.off}
        </Button>
      )}
      <Button size="small" type="text" aria-label={words.historyOf(item.label)} onClick={() => onHistory(item)}>
        {words.history}
      </Button>
    </Space>
  )
}

function OffDialog({ kind, item, onClose }: { kind: string; item: Setting; onClose: () => void }) {
  const { run, running } = useAction(words.offDone)
  return (
    <ActionDialog<{ reason: string }>
      title={words.offTitle(item.label)}
      okText={words.off}
      danger
      running={running}
      quickReasons={words.quickOff}
      onSend={({ reason }) => run(`/settings/${encodeURIComponent(kind)}/off`, { key: item.key, reason })}
      onClose={onClose}
    >
      <p>{words.offExplain}</p>
    </ActionDialog>
  )
}
