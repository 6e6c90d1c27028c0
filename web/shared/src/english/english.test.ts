import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { shown, writeFrame } from '../language'
import { book } from './book'
import { showEnglish } from './page'
import { translator } from './translate'

const han = /\p{Script=Han}/u
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

  const english = translator(book)
  const templates = Object.entries(book).filter(([chinese]) => chinese.includes('{'))
  const fill = (chinese: string, value: (at: number) => string) =>
    chinese.replace(/\{(\d)\}/g, (_, at) => value(Number(at)))

  test.each([
    ['figures', (at: number) => `${12 + at}`],
    ['amounts', (at: number) => `1,${at}00.50`],
    ['one', () => '1'],
  ])('each of its texts with values is translated without Chinese left: %s', (_, value) => {
    const left = Object.keys(book)
      .map((chinese) => fill(chinese, value))
      .filter((text) => han.test(english(text)))
    expect(left).toEqual([])
  })

  test.each(['麒麟阁', '由50元提高到100元', '100，2月1日起恢复为 ¥500', '码错误3次后锁定'])(
    'none of its texts takes a value that it does not have, but for places of names: %s',
    (value) => {
      const changed = templates
        .filter(([, english]) => !english.includes('*}'))
        .map(([chinese]) => fill(chinese, () => value))
        .filter((text) => english(text) !== text)
      expect(changed).toEqual([])
    },
  )

  test('a place of a name is in a text that no operator writes by chance, or in quotes', () => {
    const loose = templates.filter(([chinese, english]) => {
      const fixed = chinese.match(/\p{Script=Han}/gu)?.length ?? 0
      return english.includes('*}') && fixed >= 2 && fixed < 6 && !/[“「]\{\d\}[”」]/.test(chinese)
    })
    expect(loose).toEqual([])
  })

  test('a mark in a text says whether the place is of a name, and nothing else', () => {
    expect(Object.keys(book).filter((chinese) => /\{[^}]*[^}\d][^}]*\}/.test(chinese))).toEqual([])
    expect(Object.values(book).filter((made) => /\*/.test(made.replace(/\{\d\*\}/g, '')))).toEqual([])
  })
})

describe("H-485 an operator's or a player's own sentence stays in Chinese as a whole", () => {
  const english = translator(book)

  test.each([
    '单笔提款最低 ¥100，2月1日起恢复为 ¥500',
    '提款金额最低由50元提高到100元，自明日起执行',
    '单笔提款最低 ¥100 起，全天有效',
    '提款金额最高50000元，春节期间有效',
    '最低 100 元起存，送 18 元',
    '最低 100 元的存款礼金',
    '验证码错误3次后锁定',
    '验证手机号送彩金',
    '更换收款账户的通知',
    '更换手机号请联系专员小王',
    '新手机号奖励计划',
    '新春快乐',
    '下载麒麟客户端，送 ¥38',
    '收藏家',
    '收藏大师 2',
    '复制人生',
    '选择大富翁',
    '牛魔王',
    '新水浒传',
    '关于麒麟阁',
    '关于2月1日系统升级的公告',
    '公告：新春快乐',
    '公告：2月1日停机维护，预计 10:00 恢复',
    '原因：卡号与姓名不符',
    '类型：麒麟阁',
    '存款、麒麟阁',
    '存款满 ¥100 送 ¥18，提款流水 3 倍',
    '局号 8 的玩家中大奖',
    '第 8 期幸运榜',
    '第 1 张，共 3 张彩票',
    '春节期间每人 3 次',
    '每日 12 点',
    '首存 ¥100 起',
    '12月1日 起',
    '12月1日 至 12月31日',
    '¥100 至 ¥500 礼金随机',
    '满员 12 人',
    '15 人获奖',
    '2 桌连胜 · 5 人',
    '全部新游戏',
    '欢迎来到麒麟阁',
    '麒麟阁的账户',
    '还差 ¥100 升 3 级，送 iPhone',
    '优惠基金：可解锁 C$100 起',
    '转账失败：请换卡再试',
    '提款单 W1 未通过审核，全部款项已退回中心钱包。原因：卡号',
    '您还需完成有效投注三倍流水才能提款',
    '登录赢大奖。存款',
    '存款\n新年大吉',
    '亲爱的会员，单笔提款最低 ¥100',
    '亲爱的会员您好，招商银行（尾号 1234）已从您的账号移除。',
  ])('%s', (text) => {
    expect(english(text)).toBe(text)
  })

  test.each([
    ['房间 3 · 2 桌 · 1 座 · 5 人', 'Room 3 · Table 2 · Seat 1 · 5 players'],
    ['T07 号桌', 'Table T07'],
    ['8 号桌', 'Table 8'],
    ['上半场 让球', 'First half Handicap'],
    ['第 2 阶段让球 -0.5', 'Period 2 Handicap -0.5'],
    [
      '本活动适用于棋牌场馆。棋牌场馆尚未开放，要等场馆开放之后才能参加。',
      'This promotion needs a venue for Board games. None is open yet, so you can take part once one opens.',
    ],
    ['1 人', '1 player'],
    ['体育 3 级', 'Sports level 3'],
    ['普通旋转、免费旋转 3 次', 'Spin, Free spin 3x'],
    [
      '本站由 Acme Ltd 运营，尚未登载牌照资料。',
      'This site is run by Acme Ltd. Its licence has not been published yet.',
    ],
    ['没有找到“麒麟”', 'Nothing found for "麒麟"'],
    [
      '提款单 W1 未通过审核，¥5.00 已退回中心钱包。原因：卡号与姓名不符，请核对。',
      'Withdrawal W1 was refused: ¥5.00 is back in your main wallet. Reason: 卡号与姓名不符，请核对。',
    ],
    [
      '牌型从小到大：散牌（不成以下任何牌型，1 倍）、牛八（三张之和为十的倍数，其余两张的个位为 八，2 倍）。',
      'Hands from low to high: High card (none of the following, 1x), Niu 8 (three add up to a multiple of ten, the other two end in 8, 2x).',
    ],
  ])('the texts of this program do not: %s', (text, made) => {
    expect(english(text)).toBe(made)
  })

  test('a long article is read in a moment', () => {
    const sentence = '存款 100 元，提款 50 元（尾号 8），原因：第 3 期 至 第 4 期 · 12 人、5 天、麒麟，'
    const begun = performance.now()
    english(sentence.repeat(20))
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})

describe('H-485 a text in English', () => {
  const english = translator({
    存款: 'Deposit',
    提款: 'Withdraw',
    乐弈楼: 'Leyi House',
    类型: 'Type',
    已到账: 'Credited',
    '使用 {0} 钱包': 'Uses the {0*} wallet',
    '{0} 天': '{0} {0|day|days}',
    '新{0}': 'New {0}',
    '原因：{0}': 'Reason: {0}',
    '提款单 {0} 未通过，{1} 已退回。原因：{2}': 'Withdrawal {0} was refused, {1} is back. Reason: {2*}',
    '款项不会丢失。': 'The money is not lost.',
    '（待定）': ' (to come)',
  })

  test.each([
    ['a phrase is found as it is', '存款', 'Deposit'],
    ['spaces around it stay', ' 存款\n', ' Deposit\n'],
    ['a value takes its place', '使用 KY 钱包', 'Uses the KY wallet'],
    ['a value that the book has is translated too', '使用 乐弈楼 钱包', 'Uses the Leyi House wallet'],
    ['a name stays in a place of names', '使用 麒麟阁 钱包', 'Uses the 麒麟阁 wallet'],
    ['a sentence is no name', '使用 麒麟阁，免流水 钱包', '使用 麒麟阁，免流水 钱包'],
    ['no name stays in another place', '新麒麟阁', '新麒麟阁'],
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
    ['a label before an unknown text stays', '存款：麒麟阁', '存款：麒麟阁'],
    ['sentences one after another', '款项不会丢失。原因：存款', 'The money is not lost. Reason: Deposit'],
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

  test('H-500 the document of a frame is rewritten too', () => {
    showEnglish()
    const frame = document.implementation.createHTMLDocument('')
    frame.body.innerHTML = '<h2>参加条件</h2><p>无需报名。</p><p>龙凤呈祥</p>'
    writeFrame(frame)
    expect(frame.documentElement.lang).toBe('en')
    expect(frame.body.textContent).toBe('Who can take partNo entry is needed.龙凤呈祥')
  })
})
