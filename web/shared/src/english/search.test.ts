import { expect, test } from 'vitest'
import { finder } from './search'

const find = finder({ 存款: 'Deposit', 百家乐: 'Baccarat' }, { 风暴灯塔: 'Storm Lighthouse', 虎符令: 'Tiger Tally' })

test.each([
  ['a phrase of the book', 'deposit', '存款'],
  ['the beginning of a game', 'storm li', '风暴灯塔'],
  ['without spaces', 'stormlight', '风暴灯塔'],
  ['the middle of a game', 'Tally', '虎符令'],
  ['initials stay', 'dz', 'dz'],
  ['an unknown word stays', 'xyz', 'xyz'],
  ['Chinese stays', '百家乐', '百家乐'],
])('H-485 what is searched in English is found by its Chinese: %s', (_, typed, chinese) => {
  expect(find(typed)).toBe(chinese)
})
