import { expect, test } from 'vitest'
import { promos } from '../../testing/canned'
import { changesOf, hundredths, ofHundredths, paramsOf, sentenceOf, typedOf, usedOf, windowOf } from './terms'

const ruleOf = (id: number) => {
  const found = promos.items.find((promo) => promo.id === id)
  if (!found) throw new Error(`no promotion ${id}`)
  return found
}

test('hundredths are written as people write them, and read back to the same', () => {
  expect([0, 5, 30, 60, 100, 180, 400, 5000].map(hundredths)).toEqual([
    '0',
    '0.05',
    '0.3',
    '0.6',
    '1',
    '1.8',
    '4',
    '50',
  ])
  for (const value of [0, 5, 30, 99, 100, 101, 1000, 12345]) expect(ofHundredths(hundredths(value))).toBe(value)
  expect([' 4 ', '0.30', '', 'x', '1.234', '-1', '1e3'].map(ofHundredths)).toEqual([
    400,
    30,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('what the form begins with is sent as it was, to the fen', () => {
  for (const { kind, rule } of promos.items) {
    const plain = {
      ...rule.params,
      packets: rule.params.packets?.map(({ amount, weight }) => ({ amount, weight })),
    }
    if (!plain.packets) delete plain.packets
    expect(paramsOf(typedOf(kind, rule))).toEqual(plain)
  }
})

test('kinds of venue that do not count in full are sent, told and read back; rebates have none', () => {
  const { kind, rule } = ruleOf(38)
  const typed = typedOf(kind, rule)
  expect(typed.weights).toEqual({
    sport: '100',
    live: '100',
    fish: '100',
    slot: '100',
    esport: '100',
    lottery: '100',
    board: '100',
  })
  const weighed = paramsOf({ ...typed, weights: { ...typed.weights, live: '10', lottery: '0' } })
  expect(weighed.weights).toEqual([
    { kind: 'live', percent: 10 },
    { kind: 'lottery', percent: 0 },
  ])
  expect(sentenceOf(weighed)).toContain('真人计 10% 流水，彩票不计流水')
  expect(paramsOf(typedOf(kind, { ...rule, params: weighed }))).toEqual(weighed)
  expect(paramsOf({ ...typedOf('board_rebate', ruleOf(37).rule), weights: { live: '10' } }).weights).toBeUndefined()
})

test('PROMO-03, PROMO-07 a promotion is told in one sentence', () => {
  expect(sentenceOf(ruleOf(38).rule.params)).toBe(
    '存款不少于 ¥100；比例 4%；上限 ¥2,000；赔率不低于 0.8（香港、马来）或 1.8（欧洲）；1 倍流水',
  )
  expect(sentenceOf(ruleOf(34).rule.params)).toBe('300 得 1 次，800 得 2 次；单个红包 ¥1.88 - ¥8,888；1 倍流水')
  expect(sentenceOf(ruleOf(37).rule.params)).toBe('0 级起 0.3%，5 级起 0.6%；无流水要求')
})

test('a change says what it changes and nothing else', () => {
  const { rule, next } = ruleOf(38)
  expect(next && changesOf(rule, next)).toEqual([
    '存款不少于 ¥100；比例 5%；上限 ¥2,000；赔率不低于 0.8（香港、马来）或 1.8（欧洲）；1 倍流水',
    '月预算 ¥300,000.00',
  ])
  expect(changesOf(rule, rule)).toEqual([])
})

test('windows and budgets', () => {
  expect(windowOf({ startsOn: '', endsOn: '' })).toBe('长期')
  expect(windowOf({ startsOn: '2026-11-01', endsOn: '' })).toBe('2026-11-01 起')
  expect(windowOf({ startsOn: '', endsOn: '2026-12-31' })).toBe('2026-12-31 止')
  expect(usedOf('99999.99', '100000.00')).toBe('99%')
  expect(usedOf('5.00', '0.00')).toBeUndefined()
})
