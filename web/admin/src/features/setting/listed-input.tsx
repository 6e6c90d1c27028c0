import { useState } from 'react'
import type { SettingField, SettingOption } from '../../api/settings'
import type { Items } from '../../api/wire'
import { Alert, Button, Empty, Flex, Input, Select, Spin } from '../../kit'
import { text } from '../../text/zh-cn'
import { useDetail } from '../../ui/detail-drawer'
import { useSettled } from '../../ui/use-settled'
import type { ListedTyped } from './values'

const words = text.setting
const restMs = 300

interface Props {
  kind: string
  field: SettingField
  /** Of the form's item. */
  id?: string
  value?: ListedTyped[]
  onChange?: (value: ListedTyped[]) => void
}

/** ListedInput is a list of things, each with its number. Things are found by name; those that are gone stay. */
export function ListedInput({ kind, field, id, value = [], onChange }: Props) {
  const change = (key: string, number: string) =>
    onChange?.(value.map((one) => (one.key === key ? { ...one, number } : one)))
  return (
    <Flex vertical gap={8}>
      <Finder
        kind={kind}
        field={field}
        {...(id !== undefined && { id })}
        taken={value.map(({ key }) => key)}
        onPick={({ value: key, label }) => onChange?.([...value, { key, label, number: '' }])}
      />
      {value.length === 0 && <span className="muted small">{words.listEmpty}</span>}
      {value.map((one) => (
        <Flex key={one.key} gap={8} align="center" wrap>
          <span style={{ flex: '1 1 180px', minWidth: 0 }}>
            {one.label}
            <div className="muted small mono">{one.key}</div>
          </span>
          <Input
            aria-label={words.listNumberOf(one.label)}
            value={one.number}
            onChange={({ target }) => change(one.key, target.value)}
            suffix={field.unit}
            maxLength={12}
            inputMode="numeric"
            autoComplete="off"
            style={{ width: 110 }}
          />
          <Button
            size="small"
            aria-label={words.listRemoveOf(one.label)}
            onClick={() => onChange?.(value.filter(({ key }) => key !== one.key))}
          >
            {words.listRemove}
          </Button>
        </Flex>
      ))}
    </Flex>
  )
}

interface FinderProps {
  kind: string
  field: SettingField
  id?: string
  taken: string[]
  onPick: (option: SettingOption) => void
}

function Finder({ kind, field, id, taken, onPick }: FinderProps) {
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim(), restMs)
  const query = `field=${encodeURIComponent(field.name)}&q=${encodeURIComponent(asked)}`
  const found = useDetail<Items<SettingOption>>(
    asked === '' ? undefined : `/settings/${encodeURIComponent(kind)}/find?${query}`,
  )
  const waits = typed.trim() !== '' && (asked !== typed.trim() || found.isPending)
  const options = waits || asked === '' ? [] : (found.data?.items.filter(({ value }) => !taken.includes(value)) ?? [])
  return (
    <>
      <Select
        {...(id !== undefined && { id })}
        value={null}
        placeholder={words.listFind}
        aria-label={words.listFind}
        options={options}
        showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
        notFoundContent={
          waits ? <Spin size="small" /> : asked === '' ? words.listFindHint : <Empty description={words.listNone} />
        }
        onSelect={(key: string | null) => {
          const option = options.find(({ value }) => value === key)
          if (option) onPick(option)
          setTyped('')
        }}
      />
      {found.error && asked !== '' && (
        <Alert
          type="error"
          showIcon
          title={found.error.message}
          action={
            <Button size="small" onClick={() => found.refetch()}>
              {text.action.retry}
            </Button>
          }
        />
      )}
    </>
  )
}
