import { expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { expectAccessible, Watch } from './lib/watch'

/** Chooses a channel of the online method and orders a deposit. */
async function order(page: Page, channel: string, yuan: string): Promise<void> {
  await player.open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.online })
    .click()
  await page.getByText(channel, { exact: true }).click()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  await page.getByRole('button', { name: labels.deposit.submit }).click()
  await expect(player.orderDialog(page)).toContainText(`${yuan}.00`)
  await expect(player.orderDialog(page).getByRole('timer')).toBeVisible()
}

/** Pays on the company's own page, as a payer does who scanned the code or followed the message. */
async function payAt(page: Page, address: string): Promise<void> {
  const cashier = await page.context().newPage()
  await cashier.goto(address)
  await cashier.getByRole('button', { name: '立即支付' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await cashier.close()
}

/** Styles Qr and MSG (DEP-05): no window opens, a reload shows the same again, and the page learns that it was paid. */
test('a code is scanned and a message is followed', async ({ page, context }) => {
  const watch = new Watch(page)
  await player.open(page, paths.register)
  await player.register(page, newPlayer())

  await test.step('a code', async () => {
    const answer = page.waitForResponse((response) => response.url().includes('/Do/CallDepositPay'))
    await order(page, 'QQ钱包扫码', '300')
    expect(context.pages()).toHaveLength(1)
    const { msg } = ((await (await answer).json()) as { Data: { msg: string } }).Data
    const code = player.orderDialog(page).getByRole('img', { name: '付款二维码' })
    await expect(code).toBeVisible()
    await expectAccessible(page, 'order with a code')
    const drawn = await code.innerHTML()
    await page.reload()
    await expect(code).toBeVisible()
    expect(await code.innerHTML()).toBe(drawn)
    await payAt(page, msg)
    await player.takeNotice(page, '300.')
    await player.anotherDeposit(page)
  })

  await test.step('a message', async () => {
    await order(page, '银行卡转账', '500')
    expect(context.pages()).toHaveLength(1)
    const message = player.orderDialog(page).getByRole('region', { name: '付款指引' })
    await expect(message).toContainText('6222020000000000000')
    await expect(message.getByRole('button', { name: '复制收款账号' })).toBeVisible()
    await expectAccessible(page, 'order with a message')
    await page.reload()
    await expect(message).toContainText('6222020000000000000')
    const address = await message.getByRole('link').getAttribute('href')
    await player.orderDialog(page).getByRole('button', { name: labels.deposit.paid }).click()
    await payAt(page, address ?? '')
    await player.takeNotice(page, '500.')
    await player.anotherDeposit(page)
  })
  await watch.expectQuiet()
})
