import { expect, it } from 'vitest'
import { addressGroups, coinCents, coinText, confirmedAddress, listedAddress, networkOf, rateText } from './usdt'

const tron = 'T9yZXXENpbqxic72funvcNeQuM4bnKkDAS'
const ethereum = '0x00112233445566778899AABbCCdDeeFf00112233'
const omni = '11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9'

it.each([
  [tron, 'TRC20'],
  [tron.replace('T', 't'), 'TRC20'],
  [ethereum, 'ERC20'],
  [omni, 'OMNI'],
  ['0X00112233445566778899AABbCCdDeeFf00112233', undefined],
  ['31hNT1M6Dn3PebjqCjooWrKD95c187fi2j', undefined],
  ['', undefined],
])('WD-07 %s is of network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('WD-03 a list shows the first 7 and the last 7, the confirmation the first 6 and the last 6', () => {
  expect(listedAddress(tron)).toBe('T9yZXXE****bnKkDAS')
  expect(listedAddress(ethereum)).toBe('0x00112****0112233')
  expect(confirmedAddress(ethereum)).toBe('0x0011****112233')
  // As the server masks it.
  expect(listedAddress('T9yZXXE*******bnKkDAS')).toBe('T9yZXXE****bnKkDAS')
  expect(confirmedAddress('T9yZXXE*******bnKkDAS')).toBe('T9yZXX****nKkDAS')
})

it('an address in groups says nothing else than the address', () => {
  expect(addressGroups(tron).join('')).toBe(tron)
  expect(addressGroups(tron)[0]).toBe('T9yZ')
})

// DEP-05: yuan for one coin, rounded up to a hundredth of a coin.
it.each([
  [10000, '7.25', 1380],
  [72500, '7.25', 10000],
  [72501, '7.25', 10001],
  [100, '7', 15],
  [999_999_999_999, '7.1234', 140_382_401_662],
  [10000, '0', 0],
  [0, '7.25', 0],
])('DEP-05 %i fen at %s are %i hundredths of a coin', (fen, rate, cents) => {
  expect(coinCents(fen, rate)).toBe(cents)
})

it('coins are read with separators and two decimals', () => {
  expect(coinText(123456)).toBe('1,234.56')
  expect(coinText(5)).toBe('0.05')
})

it('a rate is read with two decimals, or with those it has', () => {
  expect(['7', '7.3', '7.15', '7.1525'].map(rateText)).toEqual(['7.00', '7.30', '7.15', '7.1525'])
})
