import { expect, test } from '@playwright/test'
import { advance, clearFaults, fault, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { agree, expectDone, openOrder, top, twoPeople, visitAnew } from './lib/staff'
import { expectAccessible } from './lib/watch'

// ADM-1, WDR-6: a withdrawal above the limit leaves the house only after a second person has agreed.
test('a withdrawal above the limit is paid after two people have agreed', async ({ page, context, browser }) => {
  test.setTimeout(480_000)
  const [maker, checker] = await twoPeople(browser)
  await test.step('so large a deposit is not one person’s word either', async () => {
    const other = await browser.newPage()
    const depositor = newPlayer()
    await player.register(other, depositor)
    const deposit = await player.depositByBank(other, '60000', depositor.trueName)
    await openOrder(maker, '/deposits', '存款', deposit)
    await top(maker).getByRole('button', { name: '确认到账' }).click()
    await top(maker).getByLabel('银行流水号').fill(`CCB${deposit}`)
    await top(maker).getByLabel('实收金额').fill('60000')
    await top(maker).getByLabel('原因').fill('银行流水核对一致')
    await top(maker).getByRole('button', { name: '确认到账' }).click()
    await expectDone(maker, '等待复核人处理')
    await agree(maker, checker, deposit)
    await player.takeNotice(other, '60,000.00')
    await other.close()
  })
  // By the gateway: who confirms a deposit by hand does not approve what carries it out.
  const who = newPlayer()
  await player.register(page, who)
  await player.depositByGateway(page, context, '30000')
  await player.takeNotice(page, '30,000.00')
  await player.anotherDeposit(page)
  await player.depositByGateway(page, context, '30000')
  await player.takeNotice(page, '30,000.00')
  await test.step('the turnover requirement is met at a table', async () => {
    await player.autoTransferOff(page)
    await player.transferIn(page, labels.board.venue, '60000')
    await playedAt('ky', who.name, '60000', '59990')
    for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
    await player.recycle(page)
  })
  await player.setTrueName(page, who.trueName)
  await player.bindCard(page, who.card)
  await player.open(page, paths.withdrawal)
  const order = await player.withdraw(page, '50001')
  await test.step('the one who claimed it asks for the second person, who is somebody else', async () => {
    await openOrder(maker, '/withdrawals', '提款', order)
    await top(maker).getByRole('button', { name: '认领' }).click()
    await expectDone(maker, '已认领')
    await top(maker).getByRole('button', { name: '通过', exact: true }).click()
    // Over the drawer, which has a button of that name too.
    await expect(maker.getByRole('dialog')).toHaveCount(2)
    await top(maker).getByRole('button', { name: '通过', exact: true }).click()
    await expectDone(maker, '等待复核人处理')
    await expect(maker.getByRole('button', { name: '登记已出款' })).toHaveCount(0)
    await agree(maker, checker, order)
  })
  // The first approver does not pay; the second may.
  await openOrder(checker, '/withdrawals?view=pay', '提款', order)
  await top(checker).getByRole('button', { name: '登记已出款' }).click()
  await top(checker).getByLabel('出款流水号').fill(`OUT${order}`)
  await top(checker).getByRole('button', { name: '登记已出款' }).click()
  await expectDone(checker, '已登记出款')
})

// Trust F9, ADM-1: a transfer whose venue is silent is settled by two people, from its case.
test('a stuck transfer is settled by hand, by two people', async ({ page, context, browser }) => {
  test.setTimeout(360_000)
  const who = newPlayer()
  const [maker, checker] = await twoPeople(browser)
  await player.register(page, who)
  await player.depositByGateway(page, context, '500')
  await player.takeNotice(page, '500.00')
  await player.anotherDeposit(page)
  await player.autoTransferOff(page)
  // The other board-game venue, so that nobody else's transfers get stuck.
  await fault('venue:leg', 'transfer_in', 'drop_request', 1)
  await fault('venue:leg', 'status', 'maintenance', -1)
  try {
    await player.transferUnanswered(page, /乐弈楼/, '200')
    await advance('2m')
    await test.step('the case says what the venue said', async () => {
      await visitAnew(maker, '/cases?kind=transfer', '案件')
      await maker.getByRole('row').filter({ hasText: who.name }).getByRole('button').first().click()
      await expect(top(maker)).toContainText('发起转账')
      await expectAccessible(maker, 'a case')
      await top(maker).getByRole('button', { name: '人工结算' }).click()
      const dialog = maker.getByRole('dialog').filter({ hasText: '场馆已书面确认' })
      await dialog.getByLabel('结果').click()
      await maker.getByTitle('场馆确认未成功（退回）').click()
      await dialog.getByLabel('依据').fill('场馆客服工单 20261121')
      await dialog.getByLabel('原因').fill(`场馆无此订单 ${who.name}`)
      await dialog.getByRole('button', { name: '人工结算' }).click()
      await expectDone(maker, '已提交')
    })
    await agree(maker, checker, `场馆无此订单 ${who.name}`)
    await visitAnew(maker, `/cases?kind=transfer&player=${who.name}`, '案件')
    await expect(maker.getByText('没有符合条件的数据')).toBeVisible()
  } finally {
    await clearFaults()
  }
  await player.open(page, paths.cashLog)
  await player.cashTab(page, labels.cashLog.transfer)
  await expect(page.getByText(/退回|失败|未成功/).first()).toBeVisible()
})

// A transfer on the bank's statement that belongs to no order is nobody's until two people say whose it is.
test('money without an order is written down, and two people give it to a player', async ({ page, browser }) => {
  test.setTimeout(360_000)
  const who = newPlayer()
  const [maker, checker] = await twoPeople(browser)
  await player.register(page, who)
  const slip = `SLIP${who.phone}`
  await visitAnew(maker, '/cases', '案件')
  await maker.getByRole('button', { name: '登记来款' }).click()
  const dialog = top(maker)
  await dialog.getByLabel('收款账户').click()
  await maker.locator('.ant-select-item-option').first().click()
  await dialog.getByLabel('金额').fill('321.50')
  await dialog.getByLabel('付款人').fill(who.trueName)
  await dialog.getByLabel(/流水号/).fill(slip)
  await expectAccessible(maker, 'writing down money')
  await dialog.getByRole('button', { name: '登记来款' }).click()
  await expectDone(maker, '已登记')
  await expect(top(maker)).toContainText(slip)
  await top(maker).getByRole('button', { name: '认领入账' }).click()
  const whose = maker.getByRole('dialog').filter({ hasText: '或玩家账号' })
  await whose.getByLabel('或玩家账号').fill(who.name)
  await whose.getByLabel('原因').fill(`付款人来电核实 ${slip}`)
  await whose.getByRole('button', { name: '认领入账' }).click()
  await expectDone(maker, '已提交')
  await agree(maker, checker, slip)
  await player.open(page, paths.home)
  await player.takeNotice(page, '321.50')
})
