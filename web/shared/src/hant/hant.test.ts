import { afterEach, describe, expect, test } from 'vitest'
import { searched, shown, writeFrame } from '../language'
import { toTraditional } from './convert'
import { showTraditional } from './page'

describe('Traditional Chinese', () => {
  test.each([
    ['存款到账，余额已刷新', '存款到帳，餘額已重新整理'],
    ['请输入用户名', '請輸入使用者名稱'],
    ['只打一局', '只打一局'],
    ['两只熊猫', '兩隻熊貓'],
    ['里程与回合', '里程與回合'],
    ['头发与发放', '頭髮與發放'],
    ['VIP 3 级 ¥1,000.00', 'VIP 3 級 ¥1,000.00'],
    ['', ''],
  ])('%s', (simplified, traditional) => {
    expect(toTraditional(simplified)).toBe(traditional)
  })

  test('what is Traditional already stays as it is', () => {
    expect(toTraditional(toTraditional('账户余额与转账记录'))).toBe(toTraditional('账户余额与转账记录'))
  })
})

describe('a page in Traditional Chinese', () => {
  afterEach(() => document.body.replaceChildren())

  test('converts what is there and what comes, and leaves names and fields alone', async () => {
    document.body.innerHTML =
      '<p id="a" title="转账">账户</p><p data-own-words title="发达">发达公司</p><input value="转账" placeholder="请输入">'
    showTraditional()
    expect(document.documentElement.lang).toBe('zh-Hant')
    expect(searched('電子遊戲 dz 登入')).toBe('电子游戏 dz 登录')
    expect(document.body.textContent).toBe('帳戶发达公司')
    expect(document.querySelector('#a')?.getAttribute('title')).toBe('轉帳')
    expect(document.querySelector('input')?.value).toBe('转账')
    expect(document.querySelector('input')?.placeholder).toBe('請輸入')
    const text = document.querySelector('#a')?.firstChild as Text
    text.data = '余额'
    const late = document.createElement('div')
    late.innerHTML = '<b aria-label="关闭">记录</b>'
    document.body.append(late)
    await new Promise((done) => setTimeout(done))
    expect(text.data).toBe('餘額')
    expect(late.textContent).toBe('記錄')
    expect(late.querySelector('b')?.getAttribute('aria-label')).toBe('關閉')
    expect(document.querySelector('[data-own-words]')?.getAttribute('title')).toBe('发达')
  })

  test('H-400 converts a text that is no part of the page', () => {
    showTraditional()
    expect(shown('邀请海报')).toBe('邀請海報')
  })

  test('H-491 converts the document of a frame too', () => {
    showTraditional()
    const frame = document.implementation.createHTMLDocument('活动')
    frame.body.innerHTML = '<p title="转账">账户余额</p>'
    writeFrame(frame)
    expect(frame.documentElement.lang).toBe('zh-Hant')
    expect(frame.body.textContent).toBe('帳戶餘額')
    expect(frame.querySelector('p')?.title).toBe('轉帳')
  })

  test('H-406 a text that comes twice in one change is converted once', async () => {
    showTraditional()
    const outer = document.createElement('div')
    document.body.append(outer)
    const inner = document.createElement('b')
    inner.title = '咸阳'
    inner.append('咸阳')
    outer.append(inner)
    await new Promise((done) => setTimeout(done))
    expect(inner.textContent).toBe('咸陽')
    expect(inner.title).toBe('咸陽')
  })
})
