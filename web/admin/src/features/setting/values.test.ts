import { describe, expect, test } from 'vitest'
import type { SettingField, SettingForm } from '../../api/settings'
import { read, shown, written, wrong } from './values'

const field = (form: SettingForm, more: Partial<SettingField> = {}): SettingField => ({
  name: 'x',
  label: 'X',
  hint: '',
  unit: '',
  group: '',
  form,
  required: true,
  min: 0,
  max: 1_000_000,
  options: [],
  upload: '',
  ...more,
})

describe('values of a setting', () => {
  test.each<[SettingForm, number, string]>([
    ['yuan', 0, '0'],
    ['yuan', 5, '0.05'],
    ['yuan', 10_000, '100'],
    ['yuan', 10_050, '100.5'],
    ['percent', 80, '0.8'],
    ['coins', 100_000, '0.1'],
    ['number', 15, '15'],
    ['clock', 545, '09:05'],
  ])('%s %d is written %s and read back', (form, value, text) => {
    expect(written(field(form), value)).toBe(text)
    expect(read(field(form), text)).toBe(value)
  })

  test.each<[SettingForm, string]>([
    ['yuan', '1.005'],
    ['yuan', '-1'],
    ['yuan', '1e3'],
    ['yuan', ''],
    ['number', '1.5'],
    ['number', '１'],
    ['clock', '24:00'],
    ['address', 'ftp://x'],
    ['account', '6222 abc'],
  ])('%s %s is refused', (form, text) => {
    expect(wrong(field(form), text, false)).toBeDefined()
  })

  test('bounds are told in the words of the field', () => {
    expect(wrong(field('yuan', { min: 100, max: 5_000_00 }), '5000.01', false)).toBe('须在 ¥1 至 ¥5,000 之间')
    expect(shown(field('yuan'), 123_456_750)).toBe('¥1,234,567.5')
  })
})
