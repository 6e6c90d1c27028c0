import { expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectMessage } from './lib/messages'
import * as player from './lib/player'
import { expectAccessible } from './lib/watch'

const words = labels.limits

/** Asks for a deposit through the gateway, which is to be refused. */
async function tryDeposit(page: Page, yuan: string): Promise<void> {
  await player.open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.online })
    .click()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  await page.getByRole('button', { name: labels.deposit.submit }).click()
}

// RG-3, RG-5: what a player decided holds at once, wherever money goes in, and nowhere where it comes out.
test('a limit and a time-out hold at once, and the way to the money stays open', async ({ page, context }) => {
  await player.register(page, newPlayer())

  await test.step('RG-3 a deposit above the limit of a day is refused with what is left', async () => {
    await player.open(page, paths.limits)
    await page.getByRole('button', { name: words.day }).click()
    await page.getByLabel(words.amount).fill('500')
    await page.getByRole('button', { name: words.next }).click()
    await page.getByRole('button', { name: words.sure, exact: true }).click()
    await expectMessage(page, words.set)
    await expect(page.getByText('还可存 ¥500.00')).toBeVisible()
    await expectAccessible(page, 'limits')
    await tryDeposit(page, '600')
    await expect(
      page.getByText('超出您自己设置的存款限额：每24小时最多500.00元，目前还可存500.00元').first(),
    ).toBeVisible()
  })

  const until = await test.step('RG-5 a time-out of 24 hours begins', async () => {
    await player.open(page, paths.limits)
    await page.getByRole('button', { name: words.timeOut }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.timeOut }).click()
    const standing = page.getByText(/^冷静期进行中，/)
    await expect(standing).toBeVisible()
    const [date = ''] = /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/.exec(await standing.innerText()) ?? []
    expect(date).not.toBe('')
    await expectAccessible(page, 'a time-out')
    return date
  })

  await test.step('RG-5 deposit and launch are refused with its date', async () => {
    // Within the limit: it is the time-out that refuses.
    await tryDeposit(page, '100')
    await expect(page.getByText(`您已设置冷静期，至${until}`).first()).toBeVisible()
    await player.open(page, paths.board)
    const [game] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: labels.board.play }).click(),
    ])
    await expect(game.getByText(`您已设置冷静期，至${until}`).first()).toBeVisible()
    await game.close()
  })

  await test.step('RG-5 the withdrawal page opens', async () => {
    await player.open(page, paths.withdrawal)
    await expect(page.getByRole('button', { name: labels.transfer.recycle })).toBeVisible()
  })
})
