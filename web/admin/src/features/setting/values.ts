import type { SettingField, SettingListed, SettingValue } from '../../api/settings'
import { text } from '../../text/zh-cn'

const words = text.setting

/** A thing of a list as it stands in the form. */
export type ListedTyped = Omit<SettingListed, 'number'> & { number: string }

/** sealed says that a field is never shown again. */
export const sealed = ({ form }: SettingField) => form === 'secret' || form === 'account'

/** places is how many decimals the written form of a field has, undefined for one that is no number. */
function places(field: SettingField): number | undefined {
  switch (field.form) {
    case 'yuan':
    case 'percent':
      return 2
    case 'coins':
      return 6
    case 'number':
      return 0
    default:
      return undefined
  }
}

/** written is a value as it stands in the form. */
export function written(
  field: SettingField,
  value: SettingValue[string] | undefined,
): string | boolean | ListedTyped[] {
  if (field.form === 'list') return listOf(value).map((one) => ({ ...one, number: String(one.number) }))
  if (field.form === 'switch') return value === true
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  if (field.form === 'clock') return `${pad(Math.floor(value / 60))}:${pad(value % 60)}`
  const n = places(field) ?? 0
  const text = String(value).padStart(n + 1, '0')
  const fraction = n === 0 ? '' : text.slice(-n).replace(/0+$/, '')
  const whole = n === 0 ? text : text.slice(0, -n)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** read is what was written as the server takes it; undefined where it cannot be. */
export function read(field: SettingField, typed: unknown): SettingValue[string] | undefined {
  if (field.form === 'switch') return typed === true
  if (field.form === 'list') return readList(typed)
  const value = typeof typed === 'string' ? typed.trim() : ''
  if (field.form === 'clock') {
    const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(value)
    return found ? Number(found[1]) * 60 + Number(found[2]) : undefined
  }
  const n = places(field)
  if (n === undefined) return value
  const found = /^(\d{1,12})(?:\.(\d+))?$/.exec(value)
  if (!found || (found[2]?.length ?? 0) > n) return undefined
  return Number(`${found[1]}${(found[2] ?? '').padEnd(n, '0')}`)
}

/** shown is a value in the words of the screen. */
export function shown(field: SettingField, value: SettingValue[string] | undefined): string {
  if (field.form === 'switch') return value === true ? words.yes : words.no
  if (field.form === 'choice' || field.form === 'picture') {
    const found = field.options.find((option) => option.value === value)
    return found?.label ?? (String(value ?? '') || words.nothing)
  }
  if (field.form === 'list')
    return (
      listOf(value)
        .map(({ label, number }) => `${label} ${number} ${field.unit}`)
        .join('、') || words.nothing
    )
  const plain = String(written(field, value))
  if (plain === '') return words.nothing
  switch (field.form) {
    case 'yuan':
      return `¥${plain.replace(/^\d+/, (whole) => Number(whole).toLocaleString('en-US'))}`
    case 'percent':
      return `${plain}%`
    case 'coins':
      return `${plain} USDT`
    default:
      return field.unit === '' ? plain : `${plain} ${field.unit}`
  }
}

/** wrong says why what was typed cannot be, undefined if it can. The server looks closer. */
export function wrong(field: SettingField, typed: unknown, keeps: boolean): string | undefined {
  if (field.form === 'switch') return undefined
  if (field.form === 'list') return wrongList(field, typed)
  const value = typeof typed === 'string' ? typed.trim() : ''
  const numeric = places(field) !== undefined || field.form === 'clock'
  if (value === '') return (field.required || numeric) && !keeps ? words.required : undefined
  const taken = read(field, typed)
  if (taken === undefined) return words.wrong
  if (typeof taken === 'number' && (taken < field.min || taken > field.max))
    return words.between(shown(field, field.min), shown(field, field.max))
  if (field.form === 'account' && !/^[\d\s]+$/.test(value)) return words.wrong
  if (field.form === 'address' && !/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(value)) return words.wrong
  return undefined
}

function listOf(value: unknown): SettingListed[] {
  return Array.isArray(value) ? value : []
}

function readList(typed: unknown): SettingListed[] | undefined {
  const list: ListedTyped[] = Array.isArray(typed) ? typed : []
  if (list.some(({ number }) => !/^\d{1,12}$/.test(number.trim()))) return undefined
  return list.map((one) => ({ ...one, number: Number(one.number.trim()) }))
}

function wrongList(field: SettingField, typed: unknown): string | undefined {
  const figure: SettingField = { ...field, form: 'number', required: true }
  const list: ListedTyped[] = Array.isArray(typed) ? typed : []
  for (const { label, number } of list) {
    const why = wrong(figure, number, false)
    if (why !== undefined) return words.listNumberWrong(label, why)
  }
  return undefined
}

const pad = (n: number) => String(n).padStart(2, '0')
