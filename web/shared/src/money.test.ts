import { describe, expect, it } from 'vitest'
import { fenOf, fenOfText, formatFen, formatShortFen, formatSignedFen, yuanText } from './money'

describe('money (D-17)', () => {
  it.each([
    [0, 0],
    [1.1, 110],
    [0.29, 29],
    [1234.56, 123456],
    [-45.5, -4550],
    [100000000.01, 10000000001],
  ])('reads %d yuan of the wire as %d fen, never one off', (yuan, fen) => {
    expect(fenOf(yuan)).toBe(fen)
  })
  it('reads a missing amount as nothing', () => {
    expect(fenOf(undefined)).toBe(0)
    expect(fenOf(Number.NaN)).toBe(0)
  })
  it.each([
    ['100', 10000],
    ['99.5', 9950],
    ['0.01', 1],
    ['100.00', 10000],
  ])('reads a typed %s as %d fen', (text, fen) => {
    expect(fenOfText(text)).toBe(fen)
  })
  it('writes what the wire and the player read', () => {
    expect(yuanText(10050)).toBe('100.50')
    expect(yuanText(-5)).toBe('-0.05')
    expect(formatFen(123456789)).toBe('1,234,567.89')
    expect(formatFen(0)).toBe('0.00')
    expect(formatFen(99999)).toBe('999.99')
    expect(formatShortFen(500000)).toBe('5,000')
    expect(formatShortFen(50)).toBe('0.50')
  })
  it('REC-05 gives win and loss a sign, zero none', () => {
    expect(formatSignedFen(950)).toBe('+9.50')
    expect(formatSignedFen(-4550)).toBe('-45.50')
    expect(formatSignedFen(0)).toBe('0.00')
    expect(formatSignedFen(-4550, '¥')).toBe('-¥45.50')
  })
})
