import { expect, test } from '@playwright/test'
import { advance, companyBooks, newPlayer, playedAt, sendCoins } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import * as staff from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

/**
 * USDT in by one chain and out by another: the coins are seen by the house itself, an address is pasted, and staff pay
 * by a transaction that the chain has to confirm (DEP-05, DEP-10, WD-03, WD-06, WD-07). On the phone the player's half.
 */
test('deposit USDT, add an address and withdraw to it', async ({ page, browser }) => {
  test.setTimeout(480_000)
  const who = newPlayer()
  const watch = new Watch(page)
  await player.open(page, paths.register)
  await player.register(page, who)

  await test.step('an order names the exact coins, the address and the network', async () => {
    const { order, coins, address } = await player.orderUsdt(page, '500')
    expect(coins).toMatch(/^\d+\.\d{2}$/)
    expect(address).toMatch(/^T\w{33}$/)
    await expectAccessible(page, 'usdt order')
    await player.orderDialog(page).getByRole('button', { name: labels.deposit.paid }).click()
    const waiting = page.getByRole('dialog', { name: labels.usdt.waiting })
    await expect(waiting).toContainText(order)
    await expectAccessible(page, 'usdt waiting')
    // DEP-10: nobody says it came but the chain.
    await sendCoins('trc20', address, coins)
    await advance('1m')
    await player.takeNotice(page, '500.')
    await expect(waiting).toBeHidden()
  })

  await test.step('the coins are played through', async () => {
    await player.autoTransferOff(page)
    await player.transferIn(page, labels.board.venue, '400')
    for (let round = 1; round <= 2; round++) await playedAt('ky', who.name, '300', '290')
    for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
    await player.recycle(page)
  })

  const withdrawal = await test.step('an address is pasted, and coins are asked for', async () => {
    await player.setTrueName(page, who.trueName)
    await player.open(page, paths.withdrawal)
    await page.getByRole('button', { name: labels.usdt.tab }).click()
    await player.addAddress(page, who.coinAddress)
    await expect(page.getByText(player.endsOf(who.coinAddress, 7)).first()).toBeVisible()
    await expectAccessible(page, 'usdt withdrawal')
    return player.withdrawUsdt(page, '200', who.coinAddress)
  })
  await expect(page.getByText(withdrawal.order)).toBeVisible()

  if (test.info().project.name === 'desktop') {
    const [office, reviewer] = await staff.twoPeople(browser)
    await test.step('staff pay by a transaction, and the chain confirms it', async () => {
      await staff.openOrder(reviewer, '/withdrawals', '提款', withdrawal.order)
      await staff.approveWithdrawal(reviewer)
      await staff.openOrder(office, '/withdrawals?view=pay', '提款', withdrawal.order)
      await staff.top(office).getByRole('button', { name: '显示完整地址' }).click()
      const address = staff.top(office).getByText(new RegExp(`^${who.coinAddress}$`, 'i'))
      await expect(address).toBeVisible()
      const tx = await sendCoins('erc20', who.coinAddress, withdrawal.coins, 'payout')
      await staff.top(office).getByRole('button', { name: '登记交易哈希' }).click()
      await staff.top(office).getByLabel('交易哈希').fill(tx)
      await expectAccessible(office, 'pay in usdt')
      await staff.top(office).getByRole('button', { name: '登记交易哈希' }).click()
      await staff.expectDone(office, '已登记')
      await advance('1m')
      await staff.openOrder(office, '/withdrawals?view=all', '提款', withdrawal.order)
      await expect(staff.top(office).getByText('链上核对一致，已出款')).toBeVisible()
      await expect(staff.top(office).getByText('已出款', { exact: true }).first()).toBeVisible()
      expect((await companyBooks()).chains.erc20?.some((row) => row.to.toLowerCase() === who.coinAddress)).toBe(true)
    })

    await test.step('the transfer of the deposit is on the page of USDT', async () => {
      await staff.visit(office, '/coins', 'USDT')
      await expect(office.getByText('已入账').first()).toBeVisible()
      await expectAccessible(office, 'page of usdt')
    })
  }

  await test.step('the cash log shows both', async () => {
    await player.open(page, paths.cashLog)
    await expect(page.getByText(/500\.\d\d/).first()).toBeVisible()
    await player.cashTab(page, labels.cashLog.withdrawal)
    await expect(page.getByText(withdrawal.order)).toBeVisible()
    await expect(page.getByText('200.00').first()).toBeVisible()
    await expectAccessible(page, 'cash log')
  })
  await watch.expectQuiet()
})
