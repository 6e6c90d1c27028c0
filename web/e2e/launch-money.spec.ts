import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { companyBooks, house, newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectMessage } from './lib/messages'
import * as player from './lib/player'
import { expectAccessible } from './lib/watch'

/** Registers a player with money in the centre wallet who was never asked what a launch brings along. */
async function begin(page: Page, context: BrowserContext): Promise<string> {
  const who = newPlayer()
  await player.register(page, who)
  await player.depositByGateway(page, context, '200')
  await player.takeNotice(page, '200.00')
  return who.name
}

const there = async (name: string) => (await companyBooks()).venues.ky?.[name] ?? '0.00'

/** Opens the launcher of the board-game page, and waits for what it shows first. */
async function launcher(page: Page, context: BrowserContext): Promise<Page> {
  await player.open(page, paths.board)
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: labels.board.play }).click(),
  ])
  return game
}

const inGame = (game: Page) => game.waitForURL((url) => url.origin === new URL(house().sandbox).origin)

/** The balance as the documented call tells it. */
const balance = (page: Page) =>
  player.ask<{ Balance: number; IsAuTransfer: number; LaunchBrings: string; SumAmount: number }>(
    page,
    '/v1/Select/PlayerBalance',
  )

test('H-250 the first launch asks once, an amount goes along, and the return brings it back', async ({
  page,
  context,
}) => {
  const name = await begin(page, context)
  expect((await balance(page)).LaunchBrings).toBe('unasked')
  const game = await launcher(page, context)
  const submit = game.getByRole('button', { name: labels.launch.enter })
  await expect(game.getByRole('heading', { name: labels.launch.title })).toBeVisible()
  await expect(submit).toBeDisabled()
  await expectAccessible(game, 'launch money')
  expect(await there(name)).toBe('0.00')
  await game.getByRole('radio', { name: labels.launch.amount }).check()
  await game.getByLabel(labels.launch.field).fill('50')
  await game.getByRole('checkbox', { name: labels.launch.recall }).check()
  // Two taps are one launch.
  await submit.dblclick()
  await inGame(game)
  expect(await there(name)).toBe('50.00')
  const played = await balance(page)
  expect([played.Balance, played.SumAmount, played.IsAuTransfer]).toEqual([150, 200, 1])

  // The way back leads to this tab again: the money comes home and the page says so.
  await game.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectMessage(page, '已自动收回 ¥50.00 到中心钱包')
  await expect.poll(() => there(name)).toBe('0.00')
  expect((await balance(page)).Balance).toBe(200)

  // A later launch does not ask. It brings nothing within a minute of the first, whatever the tab.
  const second = await launcher(page, context)
  await inGame(second)
  expect(await there(name)).toBe('0.00')
  await second.close()
})

test('H-250 the choice is changed on the transfer page and agrees with the switch', async ({ page, context }) => {
  const name = await begin(page, context)
  await player.open(page, paths.transfer)
  const auto = page.getByRole('switch', { name: labels.transfer.auto })
  await expect(auto).not.toBeChecked()
  await page.getByRole('radio', { name: labels.launch.amount }).check()
  await page.getByLabel(labels.launch.field).fill('30')
  await page.getByRole('button', { name: labels.launch.save }).click()
  await expectMessage(page, labels.launch.saved)
  await expect(auto).toBeChecked()
  await expectAccessible(page, 'transfer page with the choice')
  await auto.click()
  await expect(auto).not.toBeChecked()
  await expect(page.getByRole('radio', { name: labels.launch.nothing })).toBeChecked()
  await auto.click()
  await expect(auto).toBeChecked()
  await expect(page.getByRole('radio', { name: labels.launch.amount })).toBeChecked()
  await expect(page.getByLabel(labels.launch.field)).toHaveValue('30')
  const game = await launcher(page, context)
  await inGame(game)
  expect(await there(name)).toBe('30.00')
  await game.close()
})
