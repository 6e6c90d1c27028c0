import { expect, type Locator, type Page, test } from '@playwright/test'
import { advance, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { approveWithdrawal, expectDone, openOrder, top, twoPeople, visit, visitAnew } from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

/** The ten questions of docs/accounting.md. Each figure equals the sum of the list that its link leads to. */

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

async function openReport(page: Page, tab: string): Promise<void> {
  await visitAnew(page, `/earnings?tab=${tab}`, '盈亏报表')
  await page.getByLabel('快捷日期').getByText('今日', { exact: true }).click()
  await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
}

/**
 * Compares a figure of a row with the sum of the list behind its link. Other tests earn meanwhile, so both are read
 * again until they are of one moment.
 */
async function expectSumBehind(
  page: Page,
  tab: string,
  at: { row: () => Locator; column: number; link: string; word: string; sign?: -1 },
): Promise<void> {
  await expect(async () => {
    await openReport(page, tab)
    const row = at.row()
    const figure = await fen(row.locator('td').nth(at.column))
    await row.getByRole('link', { name: at.link, exact: true }).click()
    await expect(sum(page, at.word)).toBeVisible({ timeout: 10_000 })
    expect((await fen(sum(page, at.word))) * (at.sign ?? 1)).toBe(figure)
  }).toPass({ timeout: 120_000 })
}

test('the ten questions of an accountant are answered by clicking, and each figure is the sum of its list', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(600_000)
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

  await test.step('1 and 8: what today earned and who is new, above the tabs and in the row of the day', async () => {
    await expect(async () => {
      await openReport(office, 'days')
      const day = rows(office, '按日').first().locator('td')
      expect(await fen(day.nth(5))).toBe(await fen(total(office, '毛利 GGR')))
      expect(await fen(day.nth(7))).toBe(await fen(total(office, '优惠成本')))
      expect(await fen(day.nth(8))).toBe(await fen(total(office, '净利 NGR')))
      expect(await fen(day.nth(8))).toBe((await fen(day.nth(5))) - (await fen(day.nth(7))))
      expect(await fen(day.nth(14))).toBe(await fen(total(office, '注册')))
      expect(await fen(day.nth(15))).toBe(await fen(total(office, '首存')))
      expect(await fen(day.nth(15))).toBeGreaterThan(0)
    }).toPass({ timeout: 120_000 })
    await expectAccessible(office, 'the report')
  })

  const ky = () => rows(office, '按场馆').filter({ hasText: 'ky' }).first()
  await test.step('2: what a venue earned is what its bets lost the players', () =>
    expectSumBehind(office, 'venues', { row: ky, column: 6, link: '注单', word: '输赢', sign: -1 }))

  await test.step('3: the games of a venue add up to it', async () => {
    await expect(async () => {
      await openReport(office, 'venues')
      const venue = await fen(ky().locator('td').nth(6))
      await ky().getByRole('button').first().click()
      const games = table(office, '游戏').locator('tbody tr.ant-table-row')
      await expect(games.first()).toBeVisible({ timeout: 10_000 })
      let came = 0
      for (const game of await games.all()) came += await fen(game.locator('td').nth(5))
      expect(came).toBe(venue)
    }).toPass({ timeout: 120_000 })
  })

  await test.step('4: what a promotion cost is the sum of its awards', () =>
    expectSumBehind(office, 'costs', {
      row: () => rows(office, '优惠成本').filter({ hasText: '每日存款加赠' }).first(),
      column: 3,
      link: '派奖明细',
      word: '金额',
    }))

  await test.step('5: what came in by a method is the sum of its deposits', () =>
    expectSumBehind(office, 'methods', {
      row: () => rows(office, '存提款方式').filter({ hasText: '存款明细' }).first(),
      column: 3,
      link: '存款明细',
      word: '实收金额',
    }))

  await test.step('6: what went out by a method is the sum of its withdrawals', () =>
    expectSumBehind(office, 'methods', {
      row: () => rows(office, '存提款方式').filter({ hasText: '提款明细' }).first(),
      column: 3,
      link: '提款明细',
      word: '金额',
    }))

  await test.step('7: what is owed to players is the sum of its parts', async () => {
    await openReport(office, 'debts')
    const parts = rows(office, '负债').first().locator('td')
    await expect(parts.first()).toBeVisible()
    const owed: number[] = []
    for (const column of [2, 3, 4, 5, 6]) owed.push(await fen(parts.nth(column)))
    expect(owed[4]).toBe(owed.slice(0, 4).reduce((a, b) => a + b, 0))
    expect(owed[4]).toBeGreaterThan(0)
  })

  await test.step('9: the statement of a venue says what the report of the month says', async () => {
    await expect(async () => {
      await openReport(office, 'venues')
      await office.getByText('本月', { exact: true }).click()
      await expect(ky()).toBeVisible()
      const month = await fen(ky().locator('td').nth(6))
      await ky().getByRole('link', { name: '账单', exact: true }).click()
      const first = rows(office, '场馆账单').first().locator('td')
      await expect(first.first()).toBeVisible({ timeout: 10_000 })
      expect(await fen(first.nth(5))).toBe(month)
    }).toPass({ timeout: 120_000 })
  })

  await test.step('the table can be taken along as a file', async () => {
    const [file] = await Promise.all([
      office.waitForEvent('download'),
      office
        .getByRole('button', { name: '导出 CSV' })
        .or(office.getByRole('link', { name: '导出 CSV' }))
        .first()
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^earnings-months-.*\.csv$/)
  })

  await test.step('10: the books agree with every figure', async () => {
    await visit(office, '/books', '账目核对')
    await office.getByRole('button', { name: '立即核对' }).click()
    await expect(office.getByRole('alert').getByText('账目一致')).toBeVisible({ timeout: 90_000 })
  })
  await watch.expectQuiet()
})
