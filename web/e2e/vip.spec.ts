import { expect, type Page, test } from '@playwright/test'
import { type Demo, startDemo } from './lib/demo'
import { advance, house, houseNow, moveTo, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectFits, expectStill, watchShifts } from './lib/look'
import { expectMessage } from './lib/messages'
import { logIn, open, register } from './lib/player'
import { agree, expectDone, top, twoPeople, visit } from './lib/staff'
import { expectAccessible } from './lib/watch'

const words = labels.vip
const group = (page: Page, name: string) => page.getByRole('group', { name })
const rows = (page: Page) => page.getByRole('table', { name: words.table }).locator('tbody tr')
const standing = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('VIP-01 a visitor is told to log in, and finds the page after it', async ({ page }) => {
  const [who] = house().players
  await open(page, paths.vip)
  await expect(page).toHaveURL(/#\/Login\?to=%2FVip$/)
  await expectMessage(page, '还未登录，请先登录')
  await page.getByLabel(labels.register.name, { exact: true }).fill(who?.name ?? '')
  await page.getByLabel(labels.register.password, { exact: true }).fill(who?.password ?? '')
  await page.getByRole('main').getByRole('button', { name: labels.login.submit, exact: true }).click()
  await expect(page).toHaveURL(/#\/Vip$/)
  await expect(group(page, words.tracks)).toBeVisible()
})

test('VIP-01 three tracks and the monthly programme: five rows that open to all, in an address that finds them again', async ({
  page,
}) => {
  await register(page, newPlayer())
  await watchShifts(page)
  await open(page, paths.vip)
  const tracks = group(page, words.tracks).getByRole('button')
  await expect(tracks).toHaveCount(3)
  for (const [index, name] of words.names.entries()) {
    await tracks.nth(index).click()
    await expect(tracks.nth(index)).toHaveAttribute('aria-pressed', 'true')
    await expect(standing(page, name)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`card=${index}`))
    await expect(rows(page)).toHaveCount(5)
    await page.getByRole('button', { name: words.all }).click()
    await expect(rows(page)).toHaveCount(50)
    await expectFits(page, `${name}, all levels`)
  }
  // Each has its own toggle, which stays as it was left.
  await page.getByRole('button', { name: words.less }).click()
  await expect(rows(page)).toHaveCount(5)
  await tracks.nth(0).click()
  await expect(rows(page)).toHaveCount(50)
  await expectAccessible(page, 'all levels')

  await group(page, words.programmes).getByRole('button', { name: words.monthly }).click()
  await expect(standing(page, words.monthly)).toBeVisible()
  await expect(tracks).toHaveCount(0)
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('button', { name: words.all }).click()
  await expect(rows(page)).toHaveCount(30)
  await expectAccessible(page, 'the monthly programme')

  await page.reload()
  await expect(standing(page, words.monthly)).toBeVisible()
  await page.goBack()
  await expect(standing(page, words.names[0])).toBeVisible()
  await expectStill(page, 'the tabs')
})

// What the site cannot take back: the figures it shows are those of the specification (S2 9).
test('VIP-03, VIP-04 the shipped tables have the figures of the specification', async ({ page }) => {
  await register(page, newPlayer())
  const cells = async (level: number) =>
    (
      await rows(page)
        .nth(level - 1)
        .locator('td')
        .allInnerTexts()
    ).map((text) => text.replaceAll(',', ''))
  // A phone says large amounts in 万 and 亿.
  const bet = (text = '') =>
    text.endsWith('亿')
      ? Number.parseFloat(text) * 1e8
      : text.endsWith('万')
        ? Number.parseFloat(text) * 1e4
        : Number(text)
  const expectLevel = async (level: number, figures: (number | undefined)[]) => {
    const [valid, ...rest] = await cells(level)
    for (const [at, figure] of figures.entries()) {
      if (figure !== undefined) expect(at === 0 ? bet(valid) : Number(rest[at - 1]), `VIP${level}, ${at}`).toBe(figure)
    }
  }
  for (const [card, first, fifth, last] of [
    [0, 30_000, 800_000, 1_000_000_000],
    [1, 20_000, 300_000, 300_000_000],
  ] as const) {
    await open(page, `${paths.vip}?card=${card}`)
    await page.getByRole('button', { name: words.all }).click()
    await expect(rows(page)).toHaveCount(50)
    await expectLevel(1, [first, 15, 1, 15])
    await expectLevel(5, [fifth, 200, 10, 400])
    await expectLevel(50, [last, 90_000, 25_000, 688_000])
  }
  await open(page, `${paths.vip}?card=2`)
  await page.getByRole('button', { name: words.all }).click()
  await expect(rows(page)).toHaveCount(50)
  await expectLevel(50, [undefined, undefined, undefined, 748_300])
  await open(page, `${paths.vip}?plan=monthly`)
  await page.getByRole('button', { name: words.all }).click()
  await expect(rows(page)).toHaveCount(30)
  await expectLevel(1, [200_000, 30, 8, 30])
  await expectLevel(5, [undefined, 300, 100, 700])
  await expectLevel(30, [1_500_000_000, 200_000, 80_000, 748_300])
})

test.describe('a week of a house of its own', () => {
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

  /** The next Monday at 23:00 in GMT+8 is when the week before it is run (D-11). */
  async function toRun(): Promise<void> {
    const now = await houseNow()
    const local = new Date(now + 8 * 3600_000)
    const days = (8 - local.getUTCDay()) % 7
    const monday = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, 15)
    const wait = monday > now ? monday - now : monday + 7 * 86_400_000 - now
    // A run counts whole weeks: bets of a Monday are those of the next one.
    const due = days === 0 ? wait + (monday > now ? 7 * 86_400_000 : 0) : wait
    await advance(`${Math.ceil(due / 1000) + 60}s`)
  }

  test('VIP-03, VIP-05 bets raise a level at the run; its bonus lies in the fund, or waits for staff where income is stopped', async ({
    page,
    browser,
  }) => {
    test.setTimeout(480_000)
    const [one, two] = house().players
    if (!one || !two) throw new Error('the demo has players')
    const [office, checker] = await twoPeople(browser)
    await test.step('staff stop the income of one of them', async () => {
      await visit(office, `/players/${two.name}?tab=vip`, /玩家/)
      await office.getByRole('button', { name: '冻结 VIP 收入' }).click()
      await top(office).getByRole('button', { name: '多账户嫌疑' }).click()
      await top(office).getByRole('button', { name: '冻结 VIP 收入' }).click()
      await expectDone(office, '已冻结')
    })
    for (const { name } of [one, two]) await playedAt('ky', name, '80000', '80010')
    for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
    await test.step('what was bet shows at once, the level only after the run', async () => {
      await logIn(page, one.name, one.password)
      await open(page, paths.vip)
      await expect(standing(page, words.names[0])).toContainText('VIP0')
      await expect(standing(page, words.names[0])).toContainText('已达到 VIP2 的要求，下次结算时晋级')
      await expect(page.getByText('鸿运棋院').first()).toBeVisible()
      await expect(page.getByText('还没有派发记录')).toBeVisible()
    })
    await toRun()
    await test.step('the level, the bonuses and the week’s income are there', async () => {
      // The clock has moved on: the session of before is over.
      await logIn(page, one.name, one.password)
      await expect(async () => {
        await open(page, paths.vip)
        await page.reload()
        await expect(standing(page, words.names[0])).toContainText('当前等级VIP2', { timeout: 5000 })
      }).toPass({ timeout: 120_000 })
      const paid = page.locator('section').filter({ has: page.getByRole('heading', { name: words.awards }) })
      await expect(paid).toContainText('第2级晋级礼金')
      await expect(paid).toContainText('第1级晋级礼金')
      await expect(paid).toContainText('第2级每周固定收入')
      await expect(paid.getByText('已发放')).toHaveCount(3)
      await expectAccessible(page, 'VIP after a run')
      if (test.info().project.name === 'h5') await open(page, '/Mine')
      else await open(page, paths.cashLog)
      await expect(
        page
          .getByText('VIP2', { exact: true })
          .or(page.getByText(/^VIP2$/))
          .first(),
      ).toBeVisible()
    })
    await test.step('the other one’s are withheld; staff refuse one and release one, which is then paid', async () => {
      await visit(office, '/vip?tab=awards', 'VIP')
      const row = (kind: string) => office.getByRole('row').filter({ hasText: two.name }).filter({ hasText: kind })
      await expect(row('晋级礼金')).toHaveCount(2)
      await row('每周固定收入').getByRole('button', { name: '拒绝' }).click()
      await top(office).getByRole('button', { name: '玩家未提供证明' }).click()
      await top(office).getByRole('button', { name: '拒绝' }).click()
      await expectDone(office, '已拒绝')
      await row('VIP1').getByRole('button', { name: '发放' }).click()
      await top(office).getByRole('button', { name: '核实为不同玩家' }).click()
      await top(office).getByRole('button', { name: '发放' }).click()
      await expectDone(office, '已提交，等待复核人处理')
      await agree(office, checker, two.name)
      await visit(office, '/vip?tab=awards', 'VIP')
      await expect(row('VIP1')).toHaveCount(0)
      await expect(row('VIP2')).toHaveCount(1)
      await visit(office, `/players/${two.name}?tab=fund`, /玩家/)
      await expect(office.getByRole('row').filter({ hasText: '第1级晋级礼金' })).toHaveCount(1)
      await expect(office.getByRole('row').filter({ hasText: '固定收入' })).toHaveCount(0)
    })
  })
})
