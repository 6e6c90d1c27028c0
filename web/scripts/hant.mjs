// Writes shared/src/hant/table.ts, by which pages are shown in Traditional Chinese (npm run hant). With
// --check it only fails if the table is not what it would write.
//
// The whole dictionary weighs a megabyte. The table has all of its single characters, and of its phrases those that
// texts of this program need: where one Simplified character has several Traditional ones, or a region says it otherwise.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Converter } from 'opencc-js/cn2t'
import characters from 'opencc-js/dict/STCharacters'
import variants from 'opencc-js/dict/TWVariants'

const root = new URL('../..', import.meta.url).pathname
const out = new URL('../shared/src/hant/table.ts', import.meta.url).pathname
const dictionary = Converter({ from: 'cn', to: 'tw' })

/** Words of accounts and pages that readers of Traditional Chinese know by another word. */
const words = {
  账: '帳',
  网络: '網路',
  信息: '訊息',
  消息: '訊息',
  短信: '簡訊',
  登录: '登入',
  用户名: '使用者名稱',
  默认: '預設',
  视频: '影片',
  屏幕: '螢幕',
  刷新: '重新整理',
  链接: '連結',
  设置: '設定',
  搜索: '搜尋',
  软件: '軟體',
  服务器: '伺服器',
  邮箱: '電子信箱',
  二维码: '二維條碼',
  粘贴: '貼上',
  剪贴板: '剪貼簿',
  菜单: '選單',
  联系: '聯絡',
  创建: '建立',
  加载: '載入',
  载入: '載入',
  折合: '折合',
}
const known = new RegExp(
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** Common words whose characters mean several things. Operators may write them. */
const common =
  '两只 三只 五只 每只 这只 那只 头发 理发 白发 沙发 出发 发展 里程 公里 英里 故里 皇后 王后 太后 以后 后天 然后 干杯 干净 干燥 干部 能干 树干 面条 面粉 方便面 见面 复杂 重复 恢复 反复 台风 平台 一只 几只 只有 只是 茶几 几乎 制造 制度 ' +
  '准备 批准 标准 冲突 冲茶 斗争 北斗 计划 划船 游泳 旅游 松树 放松 谷物 山谷 小丑 云彩 标志 杂志 手表 表示 剩余 征求 长征 试卷 卷入 忧郁 时钟 关系 系统 系鞋带 幸运 尽量 尽快 当天 上当 回头 巡回 借口 凭借 ' +
  '丰富 丰收 了解 明了 范围 占领 占卜 舍不得 宿舍 伙伴 大伙 朱红 朱砂 仆人 辟谣 复辟 欲望 注意 下注 投注 注定 布置 公布 布料 采取 采购 并且 合并 致力 精致 周末 周围 一周 周年'

/** A text as it should be: our words, and the dictionary for what is between them. */
function exact(text) {
  let made = ''
  let from = 0
  for (const found of text.matchAll(known)) {
    made += dictionary(text.slice(from, found.index)) + words[found[0]]
    from = found.index + found[0].length
  }
  return made + dictionary(text.slice(from))
}

/** Where texts are that a player may read. */
const folders = ['web/player/src', 'web/shared/src', 'internal']
const read = /\.(ts|tsx|go|json|csv|html)$/
const unread = /_test\.go$|\.test\.tsx?$|\/testdata\/|\/(hant|english)\//
const run = /\p{Script=Han}+/gu

function runs() {
  const found = new Set(common.split(' '))
  for (const folder of folders) {
    for (const entry of readdirSync(root + folder, { recursive: true })) {
      const path = `${root}${folder}/${entry}`
      if (!read.test(path) || unread.test(path)) continue
      for (const [han] of readFileSync(path, 'utf8').matchAll(run)) found.add(han)
    }
  }
  return [...found].sort()
}

const single = new Map()
for (const entry of [...characters.split('|'), ...variants.split('|')]) {
  const [from] = entry.split(' ')
  const to = exact(from)
  // A character beyond the basic plane is in no text of this program and takes two places.
  if (from.length === 1 && to.length === 1 && to !== from) single.set(from, to)
}
const phrases = new Map()
const longest = 8

function convert(text) {
  let made = ''
  const signs = [...text]
  for (let at = 0; at < signs.length; ) {
    let length = Math.min(longest, signs.length - at)
    for (; length > 1; length--) if (phrases.has(signs.slice(at, at + length).join(''))) break
    const part = signs.slice(at, at + length).join('')
    made += length > 1 ? phrases.get(part) : (single.get(part) ?? part)
    at += length
  }
  return made
}

/** The shortest piece of a run that, as a phrase of its own, makes the run right; else the run itself. */
function missing(text, want) {
  const signs = [...text]
  for (let length = 2; length <= Math.min(longest, signs.length); length++) {
    for (let at = 0; at + length <= signs.length; at++) {
      const part = signs.slice(at, at + length).join('')
      if (phrases.has(part)) continue
      const before = convert(text)
      phrases.set(part, exact(part))
      const after = convert(text)
      if (after === want || (after !== before && agrees(after, want) > agrees(before, want))) return true
      phrases.delete(part)
    }
  }
  return false
}

/** How many characters two texts have in common from the left. */
function agrees(a, b) {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

const wrong = []
for (const text of runs()) {
  const want = exact(text)
  for (let tries = 0; convert(text) !== want; tries++) {
    if (tries > 20 || !missing(text, want)) {
      wrong.push(text)
      break
    }
  }
}
const pairs = [...single].sort(([a], [b]) => (a < b ? -1 : 1))
const list = [...phrases].sort(([a], [b]) => (a < b ? -1 : 1))
const table =
  `// Written by scripts/hant.mjs from the dictionaries of OpenCC (Apache-2.0). Do not change it by hand.\n\n` +
  `/** Simplified characters, and at the same place of the next text their Traditional ones. */\n` +
  `export const simplified =\n  '${pairs.map(([from]) => from).join('')}'\n` +
  `export const traditional =\n  '${pairs.map(([, to]) => to).join('')}'\n\n` +
  `/** Phrases that single characters get wrong: Simplified, a space, Traditional. */\n` +
  `export const phrases =\n  '${list.map((pair) => pair.join(' ')).join('|')}'\n`
if (process.argv.includes('--check')) {
  if (readFileSync(out, 'utf8') !== table) {
    process.stderr.write('shared/src/hant/table.ts does not fit the texts any more: npm run hant\n')
    process.exit(1)
  }
} else {
  writeFileSync(out, table)
}
process.stdout.write(
  `${pairs.length} characters, ${list.length} phrases, ${wrong.length} texts that differ from the dictionary\n`,
)
for (const text of wrong.slice(0, 20)) process.stdout.write(`  ${text}: ${convert(text)}, not ${exact(text)}\n`)
