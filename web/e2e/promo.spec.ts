import { expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { expectAccessible, Watch } from './lib/watch'

const words = labels.promo

/** Reads ¥1,234.50 as fen. */
const fenOf = (yuan: string) => Number(yuan.replace(/[^\d]/g, ''))
const yuanOf = (fen: number) => (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

async function centreFen(page: Page): Promise<number> {
  const { Balance } = await player.ask<{ Balance: number }>(page, '/v1/Select/PlayerBalance')
  return Math.round(Balance * 100)
}

// PROMO-03, PROMO-07, DEP-09: the whole way of two promotions on real money rules, on the desktop and on the phone.
test('a deposit brings its bonus and a red packet, each once, and both are told everywhere', async ({
  page,
  context,
}, info) => {
  test.setTimeout(360_000)
  const phone = info.project.name === 'h5'
  const who = newPlayer()
  const watch = new Watch(page)
  // The look for accessibility goes into the details' frame, too, where nothing may run.
  watch.allow(/Blocked script execution in '[^']*\/promotion\/34/)
  await player.register(page, who)

  await test.step('before anything was deposited nothing can be claimed', async () => {
    await player.open(page, paths.discount)
    await expect(page.getByRole('heading', { name: words.packets })).toBeVisible()
    await expect(page.getByRole('main').getByText(words.claimable)).toHaveCount(0)
    await expect(page.getByRole('button', { name: new RegExp(words.open) })).toHaveCount(0)
    await expectAccessible(page, 'promotions of a new player')
  })

  await test.step('500 with the daily bonus are credited as 500 and 20', async () => {
    await player.depositByGateway(page, context, '500', words.daily)
    await player.takeNotice(page, '500.00')
    await player.anotherDeposit(page)
    expect(await centreFen(page)).toBe(52_000)
    // Of the day's first deposit alone: the form does not offer it again.
    await page.waitForTimeout(3_500) // for three seconds the news is told again to whoever asks
    await page.reload()
    await expect(page.getByLabel(labels.deposit.amount)).toBeVisible()
    await expect(page.getByText(words.daily)).toHaveCount(0)
  })

  await test.step('the list of promotions says that something waits', async () => {
    await player.open(page, paths.activity)
    const card = page.getByRole('article').filter({ hasText: words.packets })
    await expect(card.getByText(words.claimable)).toBeVisible()
    await expectAccessible(page, 'promotions with a mark')
  })

  const packet = await test.step('the red packet tells its odds, and is opened', async () => {
    if (phone) await player.open(page, `${paths.activity}/34`)
    else await player.open(page, paths.discount)
    const place = phone
      ? page.getByRole('region', { name: words.own })
      : page.getByRole('article').filter({ hasText: words.packets })
    await expect(place).toContainText('1 次抽取机会')
    await place.getByRole('button', { name: `${words.open}：${words.packets}` }).click()
    const dialog = page.getByRole('dialog', { name: words.packets })
    await expect(dialog.getByRole('table', { name: words.odds })).toContainText('8,888')
    await expectAccessible(page, 'a red packet')
    await dialog.getByRole('button', { name: words.open }).click()
    // The table of odds names sums of the same form until the packet is open.
    await expect(dialog.getByRole('button', { name: words.take })).toBeVisible()
    const sum = dialog.getByText(/^¥[\d,]+\.\d\d$/).first()
    await expect(sum).toBeVisible()
    const fen = fenOf(await sum.innerText())
    await expectAccessible(page, 'an open red packet')
    await dialog.getByRole('button', { name: words.take }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: new RegExp(words.open) })).toHaveCount(0)
    return fen
  })
  await test.step('it is in the wallet once, and no other request gets it again', async () => {
    expect(await centreFen(page)).toBe(52_000 + packet)
    const again = await player.ask(page, '/v1/Do/PromotionClaimAction', { id: '34' })
    expect(again.IsSuc).toBe(false)
    expect(again.ErrorMessage || again.ResultMessage).toBe('该优惠已领取')
    expect(await centreFen(page)).toBe(52_000 + packet)
  })

  await test.step('awards, cash record and turnover tell the same', async () => {
    await player.open(page, paths.discount)
    const awards = phone
      ? page.getByRole('list', { name: words.awards })
      : page.getByRole('table', { name: words.awards })
    await expect(awards).toContainText('¥20.00')
    await expect(awards).toContainText(`¥${yuanOf(packet)}`)
    await player.open(page, paths.cashLog)
    await player.cashTab(page, labels.cashLog.bonus)
    await expect(page.getByText('¥20.00').first()).toBeVisible()
    await expect(page.getByText(`¥${yuanOf(packet)}`).first()).toBeVisible()
    await player.open(page, paths.withdrawal)
    await expect(page.getByText(`还需流水 ¥${yuanOf(52_000 + packet)}`)).toBeVisible()
    await expect(page.getByText(`已完成 ¥0.00 / 需 ¥20.00`)).toBeVisible()
  })
  await watch.expectQuiet()
})

// DEP-09: what nobody chose is not given.
test('a deposit that names no promotion gets no bonus', async ({ page, context }) => {
  test.setTimeout(240_000)
  await player.register(page, newPlayer())
  await player.depositByGateway(page, context, '200')
  await player.takeNotice(page, '200.00')
  expect(await centreFen(page)).toBe(20_000)
  await player.open(page, paths.cashLog)
  await player.cashTab(page, labels.cashLog.bonus)
  await expect(page.getByText('该时间段内没有记录')).toBeVisible()
})
