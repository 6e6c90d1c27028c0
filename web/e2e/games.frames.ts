import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import * as player from './lib/player'

/** Frames that a game has to draw in a second. */
const least = 30

interface Drawn {
  /** Frames a second over the whole time. */
  rate: number
  /** The longest pause between two frames, in ms. */
  longest: number
  /** The share of frames that came more than 34 ms after the one before. */
  late: number
}

/** Counts the frames that a page draws in so many seconds, while `play` goes on. */
async function count(game: Page, seconds: number, play: () => Promise<void> = async () => undefined): Promise<Drawn> {
  const counted = game.evaluate(
    (ms) =>
      new Promise<Drawn>((resolve) => {
        const pauses: number[] = []
        let before = 0
        const frame = (now: number) => {
          if (before > 0) pauses.push(now - before)
          before = now
          const total = pauses.reduce((sum, pause) => sum + pause, 0)
          if (total < ms) requestAnimationFrame(frame)
          else
            resolve({
              rate: (pauses.length * 1000) / total,
              longest: Math.max(...pauses),
              late: pauses.filter((pause) => pause > 34).length / pauses.length,
            })
        }
        requestAnimationFrame(frame)
      }),
    seconds * 1000,
  )
  await Promise.all([counted, play()])
  return counted
}

async function seat(page: Page, context: BrowserContext, venue: string): Promise<void> {
  await player.register(page, newPlayer())
  await player.depositByGateway(page, context, '200')
  await player.takeNotice(page, '200.00')
  await player.autoTransferOff(page)
  await player.transferIn(page, venue, '200')
}

async function opened(page: Page, context: BrowserContext, venue: string, path: string): Promise<Page> {
  await seat(page, context, venue)
  await player.open(page, path)
  return player.launch(page, context)
}

function expectFluent(what: string, drawn: Drawn): void {
  const { rate, longest, late } = drawn
  const line = `${rate.toFixed(1)} frames a second, longest pause ${longest.toFixed(0)} ms, ${(late * 100).toFixed(1)} % late`
  process.stdout.write(`${test.info().project.name} | ${what} | ${line}\n`)
  expect(rate, `${what}: ${line}`).toBeGreaterThanOrEqual(least)
}

test('a fishing room with the cannon firing by itself', async ({ page, context }) => {
  await seat(page, context, '听涛阁')
  await player.open(page, '/Fish')
  const link = page.getByRole('region', { name: '捕鱼大厅' }).getByRole('link').first()
  const [game] = await Promise.all([context.waitForEvent('page'), link.click()])
  await game.getByRole('button', { name: '进入 浅滩' }).click()
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  await game.getByRole('button', { name: '自动' }).click()
  expectFluent('fishing', await count(game, 15))
})

test('a slot game whose reels turn', async ({ page, context }) => {
  await seat(page, context, '聚宝电子')
  await player.open(page, '/Egame/47')
  const tile = page.getByRole('main').getByRole('link', { name: /^进入 .+（在新窗口打开）$/ })
  const [game] = await Promise.all([context.waitForEvent('page'), tile.first().click()])
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  const drawn = await count(game, 15, async () => {
    for (let spins = 0; spins < 6; spins++) {
      await game.getByRole('button', { name: '旋转', exact: true }).click()
      await expect(game.getByRole('button', { name: '旋转', exact: true })).toBeEnabled()
    }
  })
  expectFluent('slot', drawn)
})

test('a live table through a whole round', async ({ page, context }) => {
  const game = await opened(page, context, '听涛阁', '/Reale_01')
  await game.getByRole('button', { name: '入座 金桂一桌' }).click()
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  expectFluent('live', await count(game, 35))
})

test('a board table through a whole round', async ({ page, context }) => {
  const game = await opened(page, context, '听雨轩', '/Boardgame_03')
  await game
    .getByRole('button', { name: /^入座 / })
    .first()
    .click()
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  expectFluent('board', await count(game, 30))
})

test('a lottery through a draw', async ({ page, context }) => {
  const game = await opened(page, context, '吉星彩', '/Lottery_01')
  await game.getByRole('button', { name: '进入 一分赛车' }).click()
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  expectFluent('lottery', await count(game, 60))
})

test('a sports book whose odds move', async ({ page, context }) => {
  const game = await opened(page, context, 'IM 体育', '/Sport_im')
  await expect(game.getByTestId('balance')).toHaveText('200.00')
  expectFluent('sports', await count(game, 20))
})

test('a lobby of 240 covers that scrolls', async ({ page }) => {
  test.skip(test.info().project.name !== 'h5', 'the desktop cuts its lobby into pages of 20')
  await player.register(page, newPlayer())
  // The slot venue has 150 games: the pages after its last are its first ones under other numbers.
  await page.route('**/v1/Select/GameInfo?*', async (route) => {
    const address = new URL(route.request().url())
    const wanted = Number(address.searchParams.get('PageIndex'))
    address.searchParams.set('PageIndex', String(((wanted - 1) % 7) + 1))
    const said = await route.fetch({ url: address.href })
    const { Data, ...rest } = await said.json()
    const Items = Data.Items.map((game: { Id: number }) => ({ ...game, Id: game.Id + 100_000 * wanted }))
    await route.fulfill({ response: said, json: { ...rest, Data: { ...Data, Items, RowCount: 240, PageCount: 12 } } })
  })
  await player.open(page, '/Egame/47?page=12')
  const tiles = page.getByRole('main').getByRole('link', { name: /^进入 .+（在新窗口打开）$/ })
  await expect(tiles).toHaveCount(240)
  const drawn = await count(page, 12, () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // Down to the end and up again, at the pace of a thumb that is in a hurry.
          let step = 25
          const scroll = () => {
            window.scrollBy(0, step)
            if (window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2) step = -25
            if (step < 0 && window.scrollY <= 0) resolve()
            else requestAnimationFrame(scroll)
          }
          requestAnimationFrame(scroll)
        }),
    ),
  )
  expectFluent('lobby', drawn)
})
