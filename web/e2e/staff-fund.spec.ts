import { expect, test } from '@playwright/test'
import { type Demo, startDemo } from './lib/demo'
import { advance, moveTo, newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { agree, expectDone, top, twoPeople, visitAnew } from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

/** A task is in force from the next day on: a house of its own, whose clock moves on by one. */
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

// FUND-01, FUND-02, FUND-03, FUND-04, FUND-06, ADM-1: C$ from the grant to the wallet.
test('two people grant C$, the player meets a task, unlocks it once, and wallet and records follow', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(480_000)
  const who = newPlayer()
  const watch = new Watch(page)
  const [maker, checker] = await twoPeople(browser)

  await test.step('two people add a task, which is there from the next day on', async () => {
    await visitAnew(maker, '/fund', '优惠基金')
    await maker.getByRole('button', { name: '添加任务' }).click()
    const dialog = top(maker)
    await dialog.getByLabel('任务名称').fill('每日首存')
    await dialog.getByLabel('当日存款达到').fill('100')
    await dialog.getByLabel('解锁 C$').fill('8')
    await dialog.getByLabel('原因').fill('活动安排')
    await dialog.getByRole('button', { name: '提交复核' }).click()
    await expectDone(maker, '已提交，等待复核人处理')
    await agree(maker, checker, '每日首存')
    await advance('24h')
  })

  await test.step('two people grant C$ to a player', async () => {
    await player.register(page, who)
    await visitAnew(maker, `/players/${who.name}?tab=fund`, new RegExp(who.name))
    await maker.getByRole('button', { name: '发放 C$' }).click()
    const dialog = top(maker)
    await dialog.getByLabel('发放金额').fill('10')
    await dialog.getByLabel('备注（玩家可见）').fill('生日礼金')
    await dialog.getByLabel('原因').fill('主管已同意')
    await dialog.getByRole('button', { name: '提交复核' }).click()
    await expectDone(maker, '已提交，等待复核人处理')
    await agree(maker, checker, who.name)
  })

  const fund = page.locator('dl').filter({ hasText: labels.fund.balance })

  await test.step('the fund has them, and the task is not met yet', async () => {
    await player.open(page, paths.fund)
    await expect(fund).toContainText('C$10.00')
    await expect(page.getByRole('progressbar', { name: '每日首存的进度' })).toHaveAttribute('aria-valuenow', '0')
    await expect(page.getByRole('link', { name: '去完成：每日首存' })).toBeVisible()
    await expectAccessible(page, 'the fund')
  })

  await test.step('a deposit meets the task, and unlocking fills the wallet', async () => {
    await player.depositByGateway(page, context, '100')
    await player.takeNotice(page, '100.00')
    await player.open(page, paths.fund)
    await page.getByRole('button', { name: '解锁：每日首存' }).click()
    await expect(page.getByText('本次解锁 C$8.00，已转入中心钱包。')).toBeVisible()
    await expect(fund).toContainText('C$2.00')
    const { Balance } = await player.ask<{ Balance: number }>(page, '/v1/Select/PlayerBalance')
    expect(Balance).toBe(108)
  })

  await test.step('no other request unlocks it again', async () => {
    const list = await player.ask<{ Data: { Detail: { Id: number; JobName: string }[] } }>(
      page,
      '/v1/Fund/GetFundAmountDetail',
    )
    const task = list.Data.Detail.find(({ JobName }) => JobName === '每日首存')
    const again = await player.ask(page, '/v1/Fund/FundOk', { id: String(task?.Id) })
    expect(again.IsSuc).toBe(false)
    const { Balance } = await player.ask<{ Balance: number }>(page, '/v1/Select/PlayerBalance')
    expect(Balance).toBe(108)
  })

  await test.step('the records tell where the C$ came from and went to', async () => {
    await page.getByRole('button', { name: labels.fund.records }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('row').filter({ hasText: '生日礼金' })).toContainText('+10.00')
    await dialog.getByRole('button', { name: labels.fund.kinds.unlock }).click()
    await expect(dialog.getByRole('row').filter({ hasText: '每日首存' })).toContainText('8.00')
    await expectAccessible(page, 'records of the fund')
    await dialog.getByRole('button', { name: '关闭' }).click()
  })

  await test.step('what was unlocked has its own turnover, and the office sees the same', async () => {
    await player.open(page, paths.withdrawal)
    await expect(page.getByText('还需流水 ¥108.00')).toBeVisible()
    await visitAnew(maker, `/players/${who.name}?tab=fund`, new RegExp(who.name))
    await expect(maker.getByText('已解锁').first()).toBeVisible()
    await expect(maker.getByRole('row').filter({ hasText: '生日礼金' })).toContainText('10.00')
  })
  await watch.expectQuiet()
})
