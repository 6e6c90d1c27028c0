import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Demo, startDemo } from './lib/demo'
import { advance, moveTo, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { approveWithdrawal, expectDone, openOrder, top, twoPeople, visit, visitAnew } from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

/**
 * The ten questions of docs/accounting.md, in an installation of its own: nobody else earns meanwhile, and its clock moves
 * on by a day. Each figure of the report is compared with another page, which counts it from bets, orders, players or
 * ledger lines. Of the day itself 1, 7 and 8 are asked, which are counted from raw rows then, and on the next day all ten.
 */
let demo: Demo

test.beforeAll(async () => {
  test.setTimeout(240_000)
  demo = await startDemo()
  moveTo(demo.ready)
})
test.afterAll(async () => {
  moveTo(undefined)
  await demo.stop()
})

/** Reads "+1,234.50" or "¥1,234.50" as fen. */
const fenOf = (shown: string) => Math.round(Number(shown.replace(/[^\d.-]/g, '')) * 100)
const fen = async (where: Locator) => fenOf(await where.innerText())
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true }).first()
/** The body rows of a table of the report, which are no rows of a table inside it. */
const rows = (page: Page, name: string) => page.locator(`[aria-label="${name}"] .ant-table-row-level-0`)
/** The amount behind a word in the sums below a list. */
const sum = (page: Page, word: string) =>
  page.locator('.ant-table-footer span').filter({ hasText: word }).locator('.yuan').first()
/** One of the figures above the tabs. */
const total = (page: Page, word: string) =>
  page
    .locator('.ant-col')
    .filter({ has: page.locator('.muted', { hasText: word }) })
    .first()
    .locator('.figure')

type Day = '今日' | '昨日'

async function openReport(page: Page, tab: string, day: Day): Promise<void> {
  await visitAnew(page, `/earnings?tab=${tab}`, '盈亏报表')
  await page.getByLabel('快捷日期').getByText(day, { exact: true }).click()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /每日毛利与净利/ })).toHaveCount(0) // the month, which came first, has gone
}

/** Compares a figure of a row with the sum of the list behind its link. */
async function expectSumBehind(
  page: Page,
  tab: string,
  day: Day,
  at: { row: () => Locator; column: number; link: string; word: string; sign?: -1 },
): Promise<void> {
  await openReport(page, tab, day)
  const row = at.row()
  const figure = await fen(row.locator('td').nth(at.column))
  await row.getByRole('link', { name: at.link, exact: true }).click()
  expect((await fen(sum(page, at.word))) * (at.sign ?? 1)).toBe(figure)
}

/** The Beijing day of an instant. */
const dayOf = (iso: string) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 10)

/** The cells of all rows of the list on a page, an instant as the page has it for machines. */
async function cellsOf(page: Page): Promise<string[][]> {
  const list = page.locator('.ant-table-tbody tr.ant-table-row')
  await expect(list.first().or(page.locator('.ant-empty-description'))).toBeVisible()
  const cells = await list.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.querySelector('time')?.dateTime ?? td.innerText)),
  )
  if (cells.length > 0) await expect(page.getByText(`共 ${cells.length} 条`)).toBeVisible() // all are on this page
  return cells
}

interface LedgerLine {
  day: string
  from: string
  to: string
  fen: number
}

/** What the pages of all players show of the players and of their ledger lines in yuan. */
interface Players {
  /** The days on which they registered. */
  registered: string[]
  /** The days of their first credited deposits. */
  firstDeposits: string[]
  lines: LedgerLine[]
}

async function lookAtPlayers(page: Page): Promise<Players> {
  await visitAnew(page, '/players?size=100', '玩家')
  const rows = await cellsOf(page)
  const seen: Players = { registered: rows.map((cells) => dayOf(cells[6] ?? '')), firstDeposits: [], lines: [] }
  const links = page.locator('.ant-table-tbody tr.ant-table-row td:first-child a')
  const addresses = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')?.replace(/^#/, '') ?? ''))
  for (const address of addresses) {
    await visitAnew(page, `${address}?tab=deposits&state=credited&size=100`, /^玩家 /)
    const days = (await cellsOf(page)).map((cells) => dayOf(cells.at(-1) ?? '')).sort()
    if (days[0]) seen.firstDeposits.push(days[0])
    await visitAnew(page, `${address}?tab=postings&size=100`, /^玩家 /)
    for (const [at = '', , from = '', to = '', amount = ''] of await cellsOf(page))
      if (amount.endsWith('CNY')) seen.lines.push({ day: dayOf(at), from, to, fen: fenOf(amount) })
  }
  return seen
}

/** What lines moved into the accounts that a pattern describes, less what they moved out of them. */
const movedInto = (lines: LedgerLine[], account: RegExp) =>
  lines.reduce(
    (all, line) => all + (account.test(line.to) ? line.fen : 0) - (account.test(line.from) ? line.fen : 0),
    0,
  )

/** The last day of a month, YYYY-MM. */
function lastOf(month: string): string {
  const [year, at] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year ?? 0, at ?? 0, 0)).getUTCDate()}`
}

/** Downloads the list on a page as CSV and reads its rows by the heads of its columns. */
async function take(page: Page, name = /\.csv$/): Promise<Record<string, string>[]> {
  const button = page
    .getByRole('button', { name: '导出 CSV' })
    .or(page.getByRole('link', { name: '导出 CSV' }))
    .first()
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(name)
  const [head = [], ...rows] = readFileSync(await file.path(), 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ''])))
}

test('the ten questions of an accountant are answered by clicking, and each figure is what another page counts', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(900_000)
  const [office, reviewer] = await twoPeople(browser)
  const watch = new Watch(office)
  const who = newPlayer()
  await test.step('a player deposits with a bonus, plays, and is paid', async () => {
    await player.register(page, who)
    await player.depositByGateway(page, context, '500', labels.promo.daily)
    await player.takeNotice(page, '500.00')
    await playedAt('ky', who.name, '900', '930')
    for (let minutes = 0; minutes < 6; minutes += 2) await advance('2m')
    await player.setTrueName(page, who.trueName)
    await player.bindCard(page, who.card)
    await player.open(page, paths.withdrawal)
    const order = await player.withdraw(page, '200')
    await openOrder(reviewer, '/withdrawals', '提款', order)
    await approveWithdrawal(reviewer)
    await openOrder(office, '/withdrawals?view=pay', '提款', order)
    await top(office).getByRole('button', { name: '登记已出款' }).click()
    await top(office).getByLabel('出款流水号').fill(`OUT${order}`)
    await top(office).getByRole('button', { name: '登记已出款' }).click()
    await expectDone(office, '已登记出款')
  })

  await test.step('somebody registers and deposits nothing', async () => {
    const visitor = await browser.newContext()
    await player.register(await visitor.newPage(), newPlayer())
    await visitor.close()
  })

  const ask = async (when: Day) => {
    let seen: Players = { registered: [], firstDeposits: [], lines: [] }
    await test.step('the players, their deposits and their ledger lines are looked at', async () => {
      seen = await lookAtPlayers(office)
    })

    await test.step('1: the day earned what its bets lost the players, less what the ledger lines gave them', async () => {
      await openReport(office, 'days', when)
      const row = rows(office, '按日').first()
      const today = (await row.locator('td').first().innerText()).trim()
      const [bets, stake, valid, ggr, cost, ngr] = await Promise.all(
        [1, 2, 3, 5, 7, 8].map((column) => fen(row.locator('td').nth(column))),
      )
      expect(ggr).toBe(await fen(total(office, '毛利 GGR')))
      expect(cost).toBe(await fen(total(office, '优惠成本')))
      expect(ngr).toBe(await fen(total(office, '净利 NGR')))
      expect(stake).toBe(90_000)
      const onDay = seen.lines.filter(({ day }) => day === today)
      expect(cost).toBe(-movedInto(onDay, /^house:(bonus|rebate|adjust|loss)$/))
      expect(cost).toBeGreaterThan(0)
      await row.getByRole('link', { name: '注单', exact: true }).click()
      await expect(office.getByText(`已结算及作废 ${(bets ?? 0) / 100} 注`)).toBeVisible()
      expect(await fen(sum(office, '投注'))).toBe(stake)
      expect(await fen(sum(office, '有效'))).toBe(valid)
      expect(-(await fen(sum(office, '输赢')))).toBe(ggr)
      expect(-(await fen(sum(office, '输赢'))) + movedInto(onDay, /^house:(bonus|rebate|adjust|loss)$/)).toBe(ngr)
    })

    await test.step('7: what is owed to players, and each part, is what their ledger lines up to midnight left', async () => {
      await openReport(office, 'debts', when)
      const parts = rows(office, '负债').first().locator('td')
      const day = (await parts.nth(1).innerText()).slice(0, 10)
      const until = seen.lines.filter((line) => line.day <= day)
      const owed = await Promise.all([2, 3, 4, 5, 6].map((column) => fen(parts.nth(column))))
      const booked = [/:centre$/, /:locked$/, /:transit$/, /:venue:[^:]+$/, /^player:/]
      expect(owed).toEqual(booked.map((account) => movedInto(until, account)))
      expect(owed[4]).toBeGreaterThan(0)
    })

    await test.step('8: the new players are those whose own pages say that they registered and first deposited', async () => {
      await openReport(office, 'days', when)
      const day = rows(office, '按日').first().locator('td')
      const today = (await day.first().innerText()).trim()
      const people = async (where: Locator) => (await fen(where)) / 100
      const [registered, first] = [await people(day.nth(14)), await people(day.nth(15))]
      expect(registered).toBe(seen.registered.filter((on) => on === today).length)
      expect(first).toBe(seen.firstDeposits.filter((on) => on === today).length)
      expect([await people(total(office, '注册')), await people(total(office, '首存'))]).toEqual([registered, first])
      expect(first).toBeGreaterThan(0)
      expect(first).toBeLessThan(registered)
    })
  }

  await test.step('on the day itself', () => ask('今日'))
  await openReport(office, 'days', '今日')
  await expectAccessible(office, 'the report')

  await test.step('on the next day, about the day before', async () => {
    await advance('24h')
    await ask('昨日')
  })

  const ky = () => rows(office, '按场馆').filter({ hasText: 'ky' }).first()
  await test.step('2: what a venue earned is what its bets lost the players', () =>
    expectSumBehind(office, 'venues', '昨日', { row: ky, column: 6, link: '注单', word: '输赢', sign: -1 }))

  await test.step('3: the games of a venue add up to it, and each is the sum of its bets', async () => {
    await openReport(office, 'venues', '昨日')
    const venue = await fen(ky().locator('td').nth(6))
    await ky().getByRole('button').first().click()
    const games = table(office, '游戏').locator('tbody tr.ant-table-row')
    await expect(games.first()).toBeVisible()
    const came: number[] = []
    for (const game of await games.all()) came.push(await fen(game.locator('td').nth(5)))
    expect(came.reduce((a, b) => a + b, 0)).toBe(venue)
    await games.first().getByRole('link', { name: '注单', exact: true }).click()
    expect(-(await fen(sum(office, '输赢')))).toBe(came[0])
  })

  await test.step('4: what a promotion cost is the sum of its awards', () =>
    expectSumBehind(office, 'costs', '昨日', {
      row: () => rows(office, '优惠成本').filter({ hasText: '每日存款加赠' }).first(),
      column: 3,
      link: '派奖明细',
      word: '金额',
    }))

  await test.step('5: what came in by a method is the sum of its deposits', () =>
    expectSumBehind(office, 'methods', '昨日', {
      row: () => rows(office, '存提款方式').filter({ hasText: '存款明细' }).first(),
      column: 3,
      link: '存款明细',
      word: '实收金额',
    }))

  await test.step('6: what went out by a method is the sum of its withdrawals', () =>
    expectSumBehind(office, 'methods', '昨日', {
      row: () => rows(office, '存提款方式').filter({ hasText: '提款明细' }).first(),
      column: 3,
      link: '提款明细',
      word: '金额',
    }))

  await test.step('9: the statement of a venue says what the report of a month and the file of its bets say', async () => {
    await openReport(office, 'venues', '昨日')
    const [, month = ''] = /from=(\d{4}-\d{2})/.exec(office.url()) ?? []
    await ky().getByRole('link', { name: '账单', exact: true }).click()
    const row = rows(office, '场馆账单').filter({ hasText: month }).locator('td')
    await expect(row.first()).toBeVisible()
    const [bets, stake, valid, ggr] = await Promise.all([1, 2, 3, 5].map((column) => fen(row.nth(column))))
    await visitAnew(office, `/earnings?tab=venues&from=${month}-01&to=${lastOf(month)}`, '盈亏报表')
    expect(await fen(ky().locator('td').nth(6))).toBe(ggr)
    watch.allow(/\/bets/) // the screen holds seven days, and the file of the month 31
    await visit(office, `/bets?venue=ky&from=${month}-01&to=${lastOf(month)}`, '注单查询')
    const file = await take(office)
    const finished = file.filter((bet) => bet.状态 !== '未结算')
    const all = (column: string) => finished.reduce((fens, bet) => fens + fenOf(bet[column] ?? ''), 0)
    expect([finished.length * 100, all('投注额'), all('有效投注'), -all('输赢')]).toEqual([bets, stake, valid, ggr])
  })

  await test.step('the table can be taken along as a file', async () => {
    await openReport(office, 'days', '昨日')
    const [day] = await take(office, /^earnings-.*\.csv$/)
    expect(fenOf(day?.投注额 ?? '')).toBe(90_000)
  })

  await test.step('10: the books agree with every figure', async () => {
    await visit(office, '/books', '账目核对')
    await office.getByRole('button', { name: '立即核对' }).click()
    await expect(office.getByRole('alert').getByText('账目一致')).toBeVisible({ timeout: 90_000 })
  })
  await watch.expectQuiet()
})
