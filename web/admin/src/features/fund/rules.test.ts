import { describe, expect, test } from 'vitest'
import { fund } from '../../testing/canned'
import { changesOf, grantWrong, lengthWrong, thresholdWrong, unlockWrong } from './rules'

const [deposit, bet] = fund.tasks as [(typeof fund.tasks)[0], (typeof fund.tasks)[0]]

describe('what staff may type for a task', () => {
  test.each(['', '0', '0.00', '-5', '1.234', '1e3', '05', '一百'])('%j is no amount', (typed) => {
    expect(thresholdWrong(typed)).toMatch(/最多两位小数/)
    expect(unlockWrong('bet', '1', typed)).toMatch(/最多两位小数/)
    expect(grantWrong(typed)).toMatch(/最多两位小数/)
  })

  test('there is a least and a most, and they may be reached', () => {
    expect(thresholdWrong('0.99')).toBe('须在 1 元至 10,000,000 元之间')
    expect(thresholdWrong('1')).toBeUndefined()
    expect(thresholdWrong('10000000')).toBeUndefined()
    expect(thresholdWrong('10000000.01')).toBe('须在 1 元至 10,000,000 元之间')
    expect(unlockWrong('bet', '1', '1000000.00')).toBeUndefined()
    expect(unlockWrong('bet', '1', '1000000.01')).toBe('不能超过 1,000,000.00')
    expect(grantWrong('100000.00')).toBeUndefined()
    expect(grantWrong('100000.01')).toBe('不能超过 100,000.00')
  })

  test('a text counts its characters without the spaces around it', () => {
    expect(lengthWrong(undefined, 2, 4, '太短')).toBe('太短')
    expect(lengthWrong(' 礼 ', 2, 4, '太短')).toBe('太短')
    expect(lengthWrong('活动奖励', 2, 4, '太短')).toBeUndefined()
    expect(lengthWrong('活动奖励们', 2, 4, '太长')).toBe('太长')
  })

  test('a deposit unlocks no more than itself; bets may', () => {
    expect(unlockWrong('deposit', '100', '100.00')).toBeUndefined()
    expect(unlockWrong('deposit', '100', '100.01')).toBe('存款任务的解锁金额不能超过须达到的存款')
    expect(unlockWrong('bet', '100', '100.01')).toBeUndefined()
    // A wrong threshold is told at its own input.
    expect(unlockWrong('deposit', 'x', '5')).toBeUndefined()
  })
})

test('what a task will be is told by what differs from today', () => {
  expect(changesOf(deposit)).toEqual(['须达到改为 ¥1,000.00', '解锁改为 C$ 18.00'])
  expect(changesOf(bet)).toEqual([])
  const { id: _id, next: _next, approvalId: _approval, ...terms } = bet
  const from = '2026-11-22'
  expect(changesOf({ ...bet, next: { ...terms, from, name: '流水', active: false } })).toEqual([
    '名称改为「流水」',
    '停用',
  ])
  expect(changesOf({ ...bet, next: { ...terms, from } })).toEqual(['内容与今日相同'])
})
