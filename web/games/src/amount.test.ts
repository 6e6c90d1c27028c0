import { expect, it } from 'vitest'
import { grouped } from './amount'

it.each([
  ['0.00', '0.00'],
  ['200.00', '200.00'],
  ['1000.00', '1,000.00'],
  ['-123456.78', '-123,456.78'],
  ['50000', '50,000'],
  ['1234567.1', '1,234,567.1'],
])('%s is written %s', (amount, written) => expect(grouped(amount)).toBe(written))
