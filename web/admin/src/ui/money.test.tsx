import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fenOf, formatYuan, validAmount, Yuan } from './money'

describe('amounts as staff read them', () => {
  test.each([
    ['0.00', '0.00'],
    ['999.90', '999.90'],
    ['1000.00', '1,000.00'],
    ['-1234567.80', '-1,234,567.80'],
    // Larger than a floating point number can hold to the fen: the digits must come through unharmed.
    ['90071992547409931.07', '90,071,992,547,409,931.07'],
  ])('%s is shown as %s', (wire, shown) => expect(formatYuan(wire)).toBe(shown))

  test('what is no amount is shown as it came', () => expect(formatYuan('1e5')).toBe('1e5'))

  test.each([
    ['0.01', true],
    ['100', true],
    ['99.5', true],
    ['0', false],
    ['0.00', false],
    ['-1', false],
    ['1.234', false],
    ['01', false],
    ['1e3', false],
    ['１００', false],
    ['', false],
    ['1,000', false],
    ['9999999999999', false],
  ])('typing %s as the received amount: allowed is %s', (typed, ok) => expect(validAmount(typed)).toBe(ok))

  test('amounts compare in fen, whatever their notation', () => {
    expect(fenOf('800')).toBe(fenOf('800.00'))
    expect(fenOf('-0.5')).toBe(-50n)
  })

  test('a gain carries a plus, a loss a minus, and zero neither', () => {
    render(
      <>
        <Yuan value="285.00" signed />
        <Yuan value="-480.00" signed />
        <Yuan value="0.00" signed />
      </>,
    )
    expect(screen.getByText('+285.00')).toHaveClass('gain')
    expect(screen.getByText('-480.00')).toHaveClass('loss')
    expect(screen.getByText('0.00')).toHaveClass('yuan', { exact: true })
  })
})
