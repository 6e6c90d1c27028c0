import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { shown } from '../language'
import { book } from './book'
import { showEnglish } from './page'
import { translator } from './translate'

const placesOf = (text: string) => [...new Set(text.match(/\{\d/g))].sort()

describe('H-486 the phrase book', () => {
  test('no text that a player reads is without English, and no phrase is without a text', () => {
    const script = `${import.meta.dirname}/../../../scripts/english.mjs`
    expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toMatch(
      /^\d+ phrases, 0 without English, 0 without a text\n$/,
    )
  }, 30_000)

  test('its English has no Chinese in it, and no mark that a Chinese font draws wide', () => {
    expect(
      Object.values(book).filter((english) => /[\p{Script=Han}，、；：。！？（）「」“”‘’…–—]/u.test(english)),
    ).toEqual([])
  })

  test('its English has the same places as the Chinese, and says something', () => {
    const differ = Object.entries(book).filter(
      ([chinese, english]) => english.trim() === '' || `${placesOf(chinese)}` !== `${placesOf(english)}`,
    )
    expect(differ).toEqual([])
  })

  test('no two places touch: nothing would divide their values', () => {
    expect(Object.keys(book).filter((chinese) => /\}\{/.test(chinese))).toEqual([])
  })

  test('the whole book is found by its own phrases', () => {
    const english = translator(book)
    const lost = Object.keys(book).filter((chinese) => !chinese.includes('{') && english(chinese) === chinese)
    expect(lost).toEqual([])
  })
})

describe('H-485 a text in English', () => {
  const english = translator({
    存款: 'Deposit',
    提款: 'Withdraw',
    乐弈楼: 'Leyi House',
    类型: 'Type',
    已到账: 'Credited',
    '使用 {0} 钱包': 'Uses the {0} wallet',
    '{0} 天': '{0} {0|day|days}',
    '新{0}': 'New {0}',
    '原因：{0}': 'Reason: {0}',
    '提款单 {0} 未通过，{1} 已退回。原因：{2}': 'Withdrawal {0} was refused, {1} is back. Reason: {2}',
    '款项不会丢失。': 'The money is not lost.',
    '（待定）': ' (to come)',
  })

  test.each([
    ['a phrase is found as it is', '存款', 'Deposit'],
    ['spaces around it stay', ' 存款\n', ' Deposit\n'],
    ['a value takes its place', '使用 KY 钱包', 'Uses the KY wallet'],
    ['a value that the book has is translated too', '使用 乐弈楼 钱包', 'Uses the Leyi House wallet'],
    ['a name that the book does not have stays', '使用 麒麟阁 钱包', 'Uses the 麒麟阁 wallet'],
    ['one day', '1 天', '1 day'],
    ['several days', '3 天', '3 days'],
    [
      'the longer phrase comes first',
      '提款单 W1 未通过，¥5.00 已退回。原因：卡号',
      'Withdrawal W1 was refused, ¥5.00 is back. Reason: 卡号',
    ],
    ['names side by side', '存款、提款', 'Deposit, Withdraw'],
    ['phrases side by side, the longest first', '存款，款项不会丢失。', 'Deposit, The money is not lost.'],
    ['what is added in brackets', '存款（待定）', 'Deposit (to come)'],
    ['lines', '存款\n类型：提款', 'Deposit\nType: Withdraw'],
    ['a label', '类型：存款', 'Type: Deposit'],
    ['a label before a name', '存款：麒麟阁', 'Deposit: 麒麟阁'],
    ['sentences one after another', '款项不会丢失。原因：卡号', 'The money is not lost. Reason: 卡号'],
    ['marks without Chinese', '23:00（GMT+8）', '23:00 (GMT+8)'],
    ['large figures', '48万', '480K'],
    ['larger ones', '15050万', '150.5M'],
    ['and the largest', '10亿', '1B'],
    ['an unknown text stays', '本站装修', '本站装修'],
    ['a text with one known word stays as a whole', '存款、麒麟阁', '存款、麒麟阁'],
    ['a sentence that begins like a short phrase stays', '新春快乐', '新春快乐'],
    ['English stays', 'USDT', 'USDT'],
  ])('%s', (_, chinese, made) => {
    expect(english(chinese)).toBe(made)
    expect(english(chinese)).toBe(made)
  })
})

describe('H-485 a page in English', () => {
  afterEach(() => document.body.replaceChildren())

  test('is rewritten as it is and as it changes; names, fields and unknown texts stay', async () => {
    document.body.innerHTML =
      '<p id="a" title="存款">提款</p><p data-own-words title="存款">存款</p><p>龙凤呈祥</p><input value="存款" placeholder="请选择">'
    showEnglish()
    expect(document.documentElement.lang).toBe('en')
    expect(shown('存款')).toBe('Deposit')
    expect(document.body.textContent).toBe('Withdraw存款龙凤呈祥')
    expect(document.querySelector('#a')?.getAttribute('title')).toBe('Deposit')
    expect(document.querySelector('[data-own-words]')?.getAttribute('title')).toBe('存款')
    expect(document.querySelector('input')?.value).toBe('存款')
    expect(document.querySelector('input')?.placeholder).toBe('Please select')
    const text = document.querySelector('#a')?.firstChild as Text
    text.data = '转账'
    const late = document.createElement('div')
    late.innerHTML = '<b aria-label="关闭">尾号 8888，设为默认</b>'
    document.body.append(late)
    await new Promise((done) => setTimeout(done))
    expect(text.data).toBe('Transfer')
    expect(late.textContent).toBe('Ending in 8888, make it the default')
    expect(late.querySelector('b')?.getAttribute('aria-label')).toBe('Close')
  })
})
