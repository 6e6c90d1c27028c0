import { describe, expect, test } from 'vitest'
import { capWrong, cumulativeOf, levelWrong, startWrong, timeWrong } from './rules'

describe('what the server would refuse is told before it is sent (D-11)', () => {
  test('valid bets rise from level to level', () => {
    expect(levelWrong('validBet', '30000')).toBeUndefined()
    expect(levelWrong('validBet', '30000.01', '30000')).toBeUndefined()
    expect(levelWrong('validBet', '30000', '30000.00')).toMatch('须高于上一级')
    expect(levelWrong('validBet', '100000000000', '1')).toBeUndefined()
    expect(levelWrong('validBet', '100000000000.01', '1')).toMatch('须高于上一级')
    for (const typed of ['', '0', '-1', '1.234', 'x']) expect(levelWrong('validBet', typed)).toMatch('请输入正确金额')
  })

  test.each(['bonus', 'income'] as const)('%s does not fall', (field) => {
    expect(levelWrong(field, '15', '15.00')).toBeUndefined()
    expect(levelWrong(field, '14.99', '15')).toMatch('不低于上一级')
    expect(levelWrong(field, '10000000', '15')).toBeUndefined()
    expect(levelWrong(field, '10000000.01', '15')).toMatch('不低于上一级')
    expect(levelWrong(field, '0')).toMatch('请输入正确金额')
  })

  test('a cap may be nothing at all', () => {
    for (const typed of ['0', '0.00', '250000', '10000000']) expect(capWrong(typed)).toBeUndefined()
    for (const typed of ['', '-1', '10000000.01', '1.234']) expect(capWrong(typed)).toBeDefined()
  })

  test('times and the first day', () => {
    for (const typed of ['00:00', '23:59', ' 09:05 ']) expect(timeWrong(typed)).toBeUndefined()
    for (const typed of ['24:00', '9:05', '12:60', '']) expect(timeWrong(typed)).toBeDefined()
    expect(startWrong('2019-06-01')).toBeUndefined()
    for (const typed of ['2999-01-01', '', 'x']) expect(startWrong(typed)).toBeDefined()
  })

  test('bonuses add up, exactly, as far as they are amounts', () => {
    expect(cumulativeOf(['0.10', '0.20', '10000000'])).toEqual(['0.10', '0.30', '10000000.30'])
    expect(cumulativeOf(['15', '', '16'])).toEqual(['15.00', '', ''])
  })
})
