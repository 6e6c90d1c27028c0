import { expect, test } from 'vitest'
import { book, words } from './book'
import games from './book/games.json'
import { finder } from './search'

const find = finder(
  { 存款: 'Deposit', 存款单: 'Deposit', 百家乐: 'Baccarat', 您: 'you' },
  { 风暴灯塔: 'Storm Lighthouse', 虎符令: 'Tiger Tally', 长街: 'Long Street' },
)

test.each([
  ['a noun of the book, the shortest', 'deposit', '存款'],
  ['its plural', 'Deposits', '存款'],
  ['the beginning of a game', 'storm li', '风暴灯塔'],
  ['without spaces', 'stormlight', '风暴灯塔'],
  ['a later word of a game', 'Tally', '虎符令'],
  ['initials stay', 'dz', 'dz'],
  ['a syllable stays', 'lon', 'lon'],
  ['pinyin inside of a word stays', 'ight', 'ight'],
  ['longer pinyin inside of a word stays', 'house', 'house'],
  ['a word whose Chinese is one character stays', 'you', 'you'],
  ['an unknown word stays', 'xyz', 'xyz'],
  ['Chinese stays', '百家乐', '百家乐'],
])('H-485 what is searched in English is found by its Chinese: %s', (_, typed, chinese) => {
  expect(find(typed)).toBe(chinese)
})

test.each([
  ['deposit', '存款'],
  ['withdraw', '提款'],
  ['withdrawal', '提款'],
  ['transfer', '转账'],
  ['fishing', '捕鱼'],
  ['slots', '电子'],
  ['slot', '电子'],
  ['promotions', '优惠'],
  ['sports', '体育'],
  ['turnover', '流水'],
  ['password', '密码'],
  ['vip', 'vip'],
  ['you', 'you'],
  ['jian', 'jian'],
  ['yuan', 'yuan'],
])('H-485 the commonest words find what help and games are written with: %s', (typed, chinese) => {
  expect(finder(words, games)(typed)).toBe(chinese)
})

test('H-485 the words to search by are in the book', () => {
  expect(Object.keys(words).filter((word) => !(word in book))).toEqual([])
})
