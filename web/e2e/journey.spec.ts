import { expect, test } from '@playwright/test'
import { advance, companyBooks, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import * as staff from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

/**
 * One player's whole way on real money rules: in, to a venue, a round played, back, and out again, with staff doing
 * their part. If this fails, somebody could not play or not get their money.
 */
test('register, deposit both ways, play, bring the money home and withdraw it', async ({ page, context, browser }) => {
  test.setTimeout(480_000)
  const who = newPlayer()
  const watch = new Watch(page)
  const [office, reviewer] = await staff.twoPeople(browser)

  await test.step('register', async () => {
    await player.open(page, paths.register)
    await expectAccessible(page, 'register')
    await player.register(page, who)
    await expectAccessible(page, 'home')
  })

  await test.step('deposit through the gateway: the callback credits, and the notice comes by itself', async () => {
    await player.open(page, paths.deposit)
    await expect(page.getByLabel(labels.deposit.amount)).toBeVisible()
    await expectAccessible(page, 'deposit')
    const order = await player.depositByGateway(page, context, '500')
    await player.takeNotice(page, '500.00')
    await player.anotherDeposit(page)
    await staff.openOrder(office, '/deposits', '存款', order)
    await expect(staff.top(office)).toContainText('TRADE_SUCCESS')
    await expect(staff.top(office).getByText('已入账')).toBeVisible()
  })

  await test.step('deposit by bank transfer: the player says paid, staff confirm what really came', async () => {
    const order = await player.depositByBank(page, '300', who.trueName)
    await staff.openOrder(office, '/deposits', '存款', order)
    await staff.top(office).getByRole('button', { name: '确认到账' }).click()
    await staff.top(office).getByLabel('银行流水号').fill(`CCB${order}`)
    await staff.top(office).getByLabel('实收金额').fill('300')
    await staff.top(office).getByLabel('原因').fill('银行流水核对一致')
    await staff.top(office).getByRole('button', { name: '确认到账' }).click()
    await staff.expectDone(office, '已确认到账')
    await player.takeNotice(page, '300.00')
  })

  await test.step('move money to the venue', async () => {
    await player.autoTransferOff(page)
    await player.transferIn(page, labels.board.venue, '400')
    await expectAccessible(page, 'transfer')
    expect((await companyBooks()).venues.ky?.[who.name]).toBe('400.00')
  })

  await test.step('launch a board game and play a round', async () => {
    await player.open(page, paths.board)
    await expectAccessible(page, 'board games')
    const game = await player.launch(page, context)
    await player.playRound(game)
    await game.close()
    // Enough play to meet the turnover requirement of both deposits.
    for (let round = 1; round <= 3; round++) await playedAt('ky', who.name, '300', '290')
  })

  await test.step('the bets appear in the records, by day, by venue and one by one', async () => {
    for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
    await player.readBets(page, (where) => expectAccessible(page, where))
  })

  await test.step('bring the money back, by transfer and by recycling', async () => {
    await player.transferOut(page, labels.board.venue, '100')
    await player.recycle(page)
    const left = (await companyBooks()).venues.ky?.[who.name] ?? '0.00'
    expect(left).toMatch(/^0\.\d\d$/)
  })

  await test.step('fill in the real name and bind a card', async () => {
    await player.setTrueName(page, who.trueName)
    await expectAccessible(page, 'profile')
    await player.bindCard(page, who.card)
    await expectAccessible(page, 'bank cards')
  })

  const order = await test.step('ask for a withdrawal', async () => {
    await player.open(page, paths.withdrawal)
    await expect(page.getByLabel(labels.withdrawal.amount, { exact: true })).toBeVisible()
    await expectAccessible(page, 'withdrawal')
    return player.withdraw(page, '200')
  })

  await test.step('one member of staff approves, and the one who confirmed the deposit pays', async () => {
    await staff.openOrder(reviewer, '/withdrawals', '提款', order)
    await expect(staff.top(reviewer)).toContainText('首次提款')
    await staff.approveWithdrawal(reviewer)
    await staff.openOrder(office, '/withdrawals?view=pay', '提款', order)
    await staff.top(office).getByRole('button', { name: '显示完整卡号' }).click()
    await expect(staff.top(office).getByText(who.card)).toBeVisible()
    await staff.top(office).getByRole('button', { name: '登记已出款' }).click()
    await staff.top(office).getByLabel('出款流水号').fill(`OUT${order}`)
    await staff.top(office).getByRole('button', { name: '登记已出款' }).click()
    await staff.expectDone(office, '已登记出款')
    await expect(staff.top(office).getByText('已出款', { exact: true }).first()).toBeVisible()
    await expectAccessible(office, 'withdrawal in the back office')
  })

  await test.step('the cash log shows all of it', async () => {
    await player.open(page, paths.cashLog)
    await expect(page.getByText('500.00').first()).toBeVisible()
    await expect(page.getByText('300.00').first()).toBeVisible()
    await expectAccessible(page, 'cash log')
    await player.cashTab(page, labels.cashLog.withdrawal)
    await expect(page.getByText(order)).toBeVisible()
    await expect(page.getByText('200.00').first()).toBeVisible()
    await player.cashTab(page, labels.cashLog.transfer)
    await expect(page.getByText('400.00').first()).toBeVisible()
  })

  await watch.expectQuiet()
})
