import type { Setting, SettingField, SettingList, SettingValue } from '../../api/settings'
import type { Outcome } from '../../api/wire'
import { Alert, Button, Form, Input, Select, Switch } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { FileUpload } from '../../ui/file-upload'
import { GmtPicker } from '../../ui/gmt-picker'
import { useAction } from '../../ui/use-action'
import { ListedInput } from './listed-input'
import { read, sealed, shown, written, wrong } from './values'
import { useOpened } from './versions'

const words = text.setting

interface Values {
  key?: string
  on?: boolean
  from?: number | null
  values?: Record<string, unknown>
  secrets?: Record<string, string | undefined>
  reason: string
}

interface Props {
  list: SettingList
  /** The setting as it is now, which may be newer than it was when the dialog opened; undefined: a new one. */
  item?: Setting
  onClose: () => void
}

/** SettingDialog takes a value and asks for a second person. What was typed stays when somebody else was faster. */
export function SettingDialog({ list, item, onClose }: Props) {
  const { run, running } = useAction<Outcome>(words.saved)
  const [opened, base] = useOpened(item)
  const begin = opened?.value ?? list.defaults
  const hasSecrets = list.fields.some(sealed)
  return (
    <ActionDialog<Values>
      title={opened ? words.editTitle(list.title, opened.label) : words.addTitle(list.title)}
      okText={words.submit}
      width={680}
      secret={hasSecrets}
      running={running}
      quickReasons={words.quick}
      initial={{
        on: opened?.on ?? true,
        values: Object.fromEntries(
          list.fields.filter((field) => !sealed(field)).map((field) => [field.name, written(field, begin[field.name])]),
        ),
      }}
      onSend={({ key, on, from, values, secrets, reason }) =>
        run(`/settings/${encodeURIComponent(list.kind)}`, {
          ...(list.keyed && { key: opened?.key ?? key ?? '', new: opened === undefined }),
          base: base.version,
          value: valuesOf(list.fields, values),
          ...(hasSecrets && { secrets: filled(secrets) }),
          on: list.keyed ? on === true : true,
          ...(from != null && { from }),
          reason,
        })
      }
      onClose={onClose}
      fields={
        <>
          {list.keyed && list.chosen && !opened && <KeyInput />}
          <Fields list={list} item={opened} />
          {list.keyed && (
            <Form.Item name="on" label={words.onField} valuePropName="checked">
              <Switch />
            </Form.Item>
          )}
          <Form.Item name="from" label={words.from} extra={words.fromHint}>
            <GmtPicker none={words.atOnce} />
          </Form.Item>
        </>
      }
    >
      {item && base.newer !== 0 && <Newer list={list} item={item} onCheck={base.check} />}
      <p className="muted">{list.explain}</p>
    </ActionDialog>
  )
}

/** Newer tells what holds now, or will hold, when another person changed the setting meanwhile. */
function Newer({ list, item, onCheck }: { list: SettingList; item: Setting; onCheck: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={words.newer(item.version)}
      description={
        <>
          <ul>
            {list.fields
              .filter((field) => !sealed(field))
              .map((field) => (
                <li key={field.name}>
                  {nameOf(field)}：{shown(field, (item.coming ?? item.value)[field.name])}
                </li>
              ))}
          </ul>
          <Button size="small" onClick={onCheck}>
            {words.newerCheck}
          </Button>
        </>
      }
    />
  )
}

export const nameOf = ({ group, label }: SettingField) => (group === '' ? label : `${group} · ${label}`)

function KeyInput() {
  return (
    <Form.Item
      name="key"
      label={words.code}
      extra={words.codeHint}
      rules={[{ required: true, pattern: /^[a-z0-9_-]{1,40}$/, message: words.codeWrong }]}
    >
      <Input maxLength={40} autoComplete="off" spellCheck={false} className="mono" />
    </Form.Item>
  )
}

function Fields({ list, item }: { list: SettingList; item?: Setting }) {
  return (
    <>
      {list.fields.map((field) => {
        const keeps = sealed(field) && item?.set.includes(field.name) === true
        return (
          <Form.Item
            key={field.name}
            name={[sealed(field) ? 'secrets' : 'values', field.name]}
            label={nameOf(field)}
            extra={hintOf(field, list, keeps)}
            required={field.required && !keeps}
            {...(field.form === 'switch' && { valuePropName: 'checked' })}
            rules={[
              {
                validator: (_, typed: unknown) => {
                  const why = wrong(field, typed, keeps)
                  return why === undefined ? Promise.resolve() : Promise.reject(new Error(why))
                },
              },
            ]}
          >
            {inputOf(field, list.kind)}
          </Form.Item>
        )
      })}
    </>
  )
}

/** hintOf says what a field means, and what it is by default: a new row of many begins with that. */
function hintOf(field: SettingField, list: SettingList, keeps: boolean): string {
  const parts = [field.hint, keeps ? words.keep : '']
  const standard = list.defaults[field.name]
  // A field that must be filled and begins empty has no default.
  if (!sealed(field) && !(field.required && standard === '')) parts.push(words.default(shown(field, standard)))
  return parts.filter((part) => part !== '').join('；')
}

function inputOf(field: SettingField, kind: string) {
  switch (field.form) {
    case 'list':
      return <ListedInput kind={kind} field={field} />
    case 'switch':
      return <Switch />
    case 'choice':
      return <Select showSearch optionFilterProp="label" options={field.options} />
    case 'picture':
      return <FileUpload kind={field.upload || 'payment'} clearable />
    case 'secret':
      return <Input.Password autoComplete="new-password" maxLength={200} />
    case 'account':
      return <Input className="mono" autoComplete="off" maxLength={48} inputMode="numeric" />
    case 'yuan':
      return <Input prefix="¥" autoComplete="off" maxLength={16} inputMode="decimal" />
    case 'percent':
      return <Input suffix="%" autoComplete="off" maxLength={8} inputMode="decimal" />
    case 'coins':
      return <Input suffix="USDT" autoComplete="off" maxLength={16} inputMode="decimal" />
    case 'clock':
      return <Input placeholder="00:00" autoComplete="off" maxLength={5} />
    case 'number':
      return <Input suffix={field.unit} autoComplete="off" maxLength={12} inputMode="numeric" />
    default:
      return <Input autoComplete="off" maxLength={field.max || 200} />
  }
}

function valuesOf(fields: SettingField[], values: Values['values'] = {}): SettingValue {
  const out: SettingValue = {}
  for (const field of fields) {
    const taken = sealed(field) ? undefined : read(field, values[field.name])
    if (taken !== undefined) out[field.name] = taken
  }
  return out
}

function filled(secrets: Values['secrets'] = {}): Record<string, string> {
  const typed = Object.entries(secrets).map(([name, value]) => [name, value?.trim() ?? ''] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}
