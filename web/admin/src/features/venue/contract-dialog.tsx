import { useState } from 'react'
import type { ContractField, Outcome, VenueDetail, VenueKeys } from '../../api/wire'
import { Alert, Button, Checkbox, Flex, Form, Input, Select } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { type Base, useOpened } from '../setting/versions'

const words = text.venue

interface Values {
  protocol: string
  whole?: boolean
  reason: string
  values?: Record<string, string | undefined>
}

/** ContractDialog takes the fields that the chosen protocol declares. What stands in it is kept nowhere. */
export function ContractDialog({ venue, keys, onClose }: { venue: VenueDetail; keys: VenueKeys; onClose: () => void }) {
  const { run, running } = useAction<Outcome>(words.enterDone)
  const inForce = keys.versions.find((version) => version.approvedAt !== null)
  const [protocol, setProtocol] = useState(inForce?.protocol)
  const [, base] = useOpened({ version: keys.base })
  const [whole, setWhole] = useState(false)
  const keeps = inForce !== undefined && inForce.protocol === protocol && !whole
  const fields = keys.protocols.find(({ name }) => name === protocol)?.fields ?? []
  return (
    <ActionDialog<Values>
      title={words.enterTitle(venue.name)}
      okText={words.enter}
      width={640}
      secret
      running={running}
      initial={{ protocol: inForce?.protocol }}
      onSend={({ reason, values }) =>
        run(`/venues/${encodeURIComponent(venue.code)}/contract`, {
          protocol,
          values: filled(fields, values),
          ...(whole && { whole }),
          base: base.version,
          reason,
        })
      }
      onClose={onClose}
      fields={
        <>
          <Form.Item name="protocol" label={words.protocol} rules={[{ required: true, message: words.chooseProtocol }]}>
            <Select
              showSearch
              options={keys.protocols.map(({ name }) => ({ value: name, label: name }))}
              onChange={(name: string) => setProtocol(name)}
            />
          </Form.Item>
          {inForce?.protocol === protocol && inForce !== undefined && (
            <Form.Item name="whole" valuePropName="checked" extra={words.keepHint}>
              <Checkbox onChange={({ target }) => setWhole(target.checked)}>{words.whole}</Checkbox>
            </Form.Item>
          )}
          {fields.map((field) => (
            <FieldInput key={`${protocol} ${field.name}`} field={field} keeps={keeps} />
          ))}
        </>
      }
    >
      <NewerContract base={base} keys={keys} />
      <p>{words.enterExplain}</p>
    </ActionDialog>
  )
}

/** NewerContract tells which contracts another person put into force while the form was open. What was typed stays. */
function NewerContract({ base, keys }: { base: Base; keys: VenueKeys }) {
  if (base.newer === 0) return null
  const newer = keys.versions.filter(({ version, approvedAt }) => version > base.version && approvedAt !== null)
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={base.newer < 0 ? words.baseGone : text.setting.newerRule}
      description={
        <Flex vertical gap={8} align="flex-start">
          {newer.map((row) => (
            <span key={row.version}>
              {words.versionOf(row.version)} · {row.protocol} · {row.host} · {row.madeBy} · {row.approvedBy}{' '}
              <Time ms={row.approvedAt} />
            </span>
          ))}
          <Button size="small" onClick={base.check}>
            {text.setting.newerCheck}
          </Button>
        </Flex>
      }
    />
  )
}

/** filled is what somebody typed for the fields of this protocol. */
export function filled(fields: ContractField[], values: Values['values'] = {}): Record<string, string> {
  const typed = fields.map(({ name }) => [name, values[name]?.trim() ?? ''] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

function FieldInput({ field, keeps }: { field: ContractField; keeps: boolean }) {
  return (
    <Form.Item
      name={['values', field.name]}
      label={field.label}
      extra={field.hint}
      required={field.required && !keeps}
      preserve={false}
      rules={[{ validator: (_, typed?: string) => check(field, typed, keeps) }]}
    >
      {inputOf(field, keeps ? words.keep : undefined)}
    </Form.Item>
  )
}

function inputOf({ kind }: ContractField, placeholder?: string) {
  switch (kind) {
    case 'secret':
      return <Input.Password autoComplete="new-password" maxLength={500} placeholder={placeholder} />
    case 'keys':
    case 'json':
    case 'list':
    case 'pairs':
      return (
        <Input.TextArea rows={4} maxLength={8192} autoComplete="off" spellCheck={false} placeholder={placeholder} />
      )
    default:
      return <Input maxLength={500} autoComplete="off" placeholder={placeholder} />
  }
}

/** check says what can be seen of a value; the server looks closer. */
export function check(
  { label, kind, length, required, min, max }: ContractField,
  typed = '',
  keeps: boolean,
): Promise<void> {
  const value = typed.trim()
  const refuse = (message: string) => Promise.reject(new Error(message))
  if (value === '') return required && !keeps ? refuse(words.fieldEmpty(label)) : Promise.resolve()
  if (length > 0 && [...value].length !== length) return refuse(words.lengthOf(length))
  if (kind === 'address' && !/^(https?|ftps?):\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(value))
    return refuse(words.addressWrong)
  if (kind === 'number' && !/^\d+$/.test(value)) return refuse(words.numberWrong)
  if (max > 0 && (Number(value) < min || Number(value) > max)) return refuse(words.numberBounds(min, max))
  return Promise.resolve()
}
