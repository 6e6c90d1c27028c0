import { describe, expect, test } from 'vitest'
import { formatCoins } from './coins'
import { addressWrong, boundsWrong, movedBy, rateWrong, txWrong } from './rules'

describe('what staff type about USDT', () => {
  test.each([
    ['7.15', true],
    ['7.1525', true],
    ['0.0001', true],
    ['7.15255', false],
    ['0', false],
    ['0.0000', false],
    ['07.1', false],
    ['-7', false],
    ['7,15', false],
    ['', false],
  ])('a rate of %j is one: %s', (typed, good) => expect(rateWrong(typed) === undefined).toBe(good))

  test('the fewest coins are not more than the most', () => {
    expect(boundsWrong('10', '10')).toBeUndefined()
    expect(boundsWrong('10.01', '10')).toBe('最少不能高于最多')
    expect(boundsWrong('0', '10')).toBe('数量须大于 0，最多两位小数')
    expect(boundsWrong('1.001', '10')).toBe('数量须大于 0，最多两位小数')
  })

  test('a slip of the decimal point is told as what it is', () => {
    expect(movedBy('7.15', '71.5')).toBe('+900.00%')
    expect(movedBy('7.15', '7.1')).toBe('-0.70%')
    expect(movedBy('7.15', '7.15')).toBe('0.00%')
    expect(movedBy('7.1525', '7.1526')).toBe('0.00%')
    expect(movedBy(undefined, '7')).toBeUndefined()
    expect(movedBy('7.15', 'x')).toBeUndefined()
  })

  test('an address has its network’s shape, a transaction 64 hexadecimal digits', () => {
    expect(addressWrong('trc20', ' T9yZXXENpbqxic72funvcNeQuM4bnKkDAS ')).toBeUndefined()
    expect(addressWrong('trc20', `xpub${'6'.repeat(107)}`)).toBeUndefined()
    expect(addressWrong('trc20', `xprv${'6'.repeat(107)}`)).toBe('地址格式与所选网络不符')
    expect(addressWrong('trc20', '0x00112233445566778899AABbCCdDeeFf00112233')).toBe('地址格式与所选网络不符')
    expect(addressWrong('erc20', '0x00112233445566778899AABbCCdDeeFf00112233')).toBeUndefined()
    expect(addressWrong('omni', '11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9')).toBeUndefined()
    expect(txWrong('ab'.repeat(32))).toBeUndefined()
    expect(txWrong(`0x${'AB'.repeat(32)}`)).toBeUndefined()
    expect(txWrong('ab'.repeat(31))).toBe('请输入正确的交易哈希')
  })

  test('coins are read with separators and the places they have', () => {
    expect(formatCoins('1234567.89')).toBe('1,234,567.89')
    expect(formatCoins('0.000001')).toBe('0.000001')
  })
})
