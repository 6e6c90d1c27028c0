import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { advance, companyBooks, house, newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import * as player from './lib/player'
import { everyGame } from './lib/scope'
import { expectAccessible } from './lib/watch'

/**
 * Every venue that a company stands behind: its page opens a game, a round is played there, and the money comes home.
 * `make test` plays one venue of each kind on the desktop, `make e2e-games` all of them in both forms.
 */
const oneAKind = new Set(['s47', 'b45', 'ag', 'vr', 'im', 'avia'])
const played = <V extends { code: string }>(venues: V[]): V[] =>
  everyGame ? venues : venues.filter(({ code }) => oneAKind.has(code))

async function begin(page: Page, context: BrowserContext): Promise<string> {
  const who = newPlayer()
  await player.register(page, who)
  await player.depositByGateway(page, context, '200')
  await player.takeNotice(page, '200.00')
  return who.name
}

/** Registers a player and brings money to a venue. */
async function seat(page: Page, context: BrowserContext, venue: string): Promise<string> {
  const name = await begin(page, context)
  await player.autoTransferOff(page)
  await player.transferIn(page, venue, '200')
  return name
}

/** What the company at a venue says the player has there. */
const there = async (venue: string, name: string) => (await companyBooks()).venues[venue]?.[name]

/** An amount as a page shows it, in fen: ¥1,200.00, +3.50, -10.00. */
const fen = (shown: string) => Math.round(Number(shown.replace(/[¥,+]/g, '')) * 100)

/** Stakes as a game showed them, in fen, the smallest first. */
const ofGame = (shown: string[]) => shown.map(fen).sort((a, b) => a - b)

/** The figures of a column of the player's single bets: of a table on the desktop, of cards on the phone. */
async function figures(page: Page, title: string): Promise<number[]> {
  const list = page.getByLabel(labels.bets.list, { exact: true })
  await expect(list).toBeVisible()
  const heads = await list.getByRole('columnheader').allInnerTexts()
  const cells =
    heads.length > 0
      ? list.locator(`tbody td:nth-child(${heads.indexOf(title) + 1})`)
      : list.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd')
  return ofGame(await cells.allInnerTexts())
}

/**
 * Within a minute the bets of the venue stand in the player's records with the stakes that the game showed, and together
 * they lost or won what the game left of the 200 yuan. `later` moves the clock on for a venue that tells its bets later.
 */
async function expectBet(page: Page, platform: number, left: string | undefined, stakes: unknown, later?: string) {
  if (later) await advance(later)
  const result = page.locator('dt', { hasText: labels.bets.result }).locator('xpath=following-sibling::dd')
  await expect(async () => {
    await player.open(page, paths.betRecord)
    await page.reload() // the page does not ask again by itself
    await page.getByRole('link', { name: labels.bets.view }).first().click({ timeout: 5000 })
    await page.getByRole('link', { name: labels.bets.view }).first().click({ timeout: 5000 })
    await expect(page).toHaveURL(new RegExp(`GameType=${platform}`))
    expect(await figures(page, labels.bets.stake)).toEqual(stakes)
    expect(fen(await result.innerText())).toBe(fen(left ?? '') - 200_00)
  }).toPass({ intervals: [1000, 3000, 5000], timeout: 60_000 })
}

/** Opens the first game of a page of slots from its tile. */
async function fromTile(page: Page, context: BrowserContext, path: string): Promise<Page> {
  await player.open(page, path)
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^进入 .+（在新窗口打开）$/ })
      .first()
      .click(),
  ])
  await game.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
  return game
}

// CQ9's own back office holds the way back to our page; PG and JDB are told with each launch where the site is.
for (const { code, venue, platform, path, back, later } of played([
  { code: 's47', venue: '聚宝电子', platform: 47, path: '/Egame/47', back: '/#/Egame/47', later: '' },
  { code: 's8', venue: '流金电子', platform: 8, path: '/Egame/8', back: '', later: '' },
  {
    code: 's9',
    venue: '百戏电子',
    platform: 9,
    path: '/Goto?launch=gamePlatformLaunch&platformId=9&gameId=9001&mode=1',
    back: '',
    later: '3m', // JDB tells bets by whole minutes that are over
  },
]))
  test(`slots of ${code}: a game opens, turns, and leads back`, async ({ page, context }) => {
    const name = await seat(page, context, venue)
    const game = path.startsWith('/Goto') ? await player.launchAt(context, path) : await fromTile(page, context, path)
    const balance = game.getByTestId('balance')
    await expect(balance).toHaveText('200.00')
    await expectAccessible(game, 'slot game')
    const stake = await game.getByTestId('stake').innerText()
    await game.getByRole('button', { name: '旋转', exact: true }).click()
    await expect(balance).not.toHaveText('200.00')
    await expect(game.getByRole('button', { name: '旋转', exact: true })).toBeEnabled()
    await expect.poll(async () => balance.innerText()).toBe(await there(code, name))
    await expect(game.getByRole('link', { name: '返回' })).toHaveAttribute('href', house().player + back)
    await game.close()
    await expectBet(page, platform, await there(code, name), [fen(stake)], later)
    await player.recycle(page)
    expect(await there(code, name)).toMatch(/^0\.\d\d$/)
  })

for (const { code, venue, platform, path } of played([
  { code: 'ky', venue: '鸿运棋院', platform: 26, path: '/Boardgame_01' },
  { code: 'leg', venue: '乐弈楼', platform: 31, path: '/Boardgame_02' },
  { code: 'b45', venue: '听雨轩', platform: 45, path: '/Boardgame_03' },
  { code: 'b37', venue: '观棋阁', platform: 37, path: '/Boardgame_04' },
  { code: 'b36', venue: '松月斋', platform: 36, path: '/Boardgame_05' },
]))
  test(`GAME-06 board games of ${code}: a round is played`, async ({ page, context }) => {
    const name = await seat(page, context, venue)
    await player.open(page, path)
    const game = await player.launch(page, context)
    await expect(game.getByTestId('balance')).toHaveText('200.00')
    await expectAccessible(game, 'board hall')
    await player.playRound(game)
    await expectAccessible(game, 'board table')
    await expect.poll(async () => game.getByTestId('balance').innerText()).toBe(await there(code, name))
    await game.close()
    // The page of a board game states no stake behind its round, so any one stake will do.
    await expectBet(page, platform, await there(code, name), [expect.any(Number)])
    await player.recycle(page)
    expect(await there(code, name)).toMatch(/^0\.\d\d$/)
  })

test('GAME-06 三公: a round is played by mouse or by touch, and its figures stand in the records', async ({
  page,
  context,
  hasTouch,
}) => {
  const press = (button: Locator, wait?: { timeout: number }) => (hasTouch ? button.tap(wait) : button.click(wait))
  const name = await seat(page, context, '听雨轩')
  await player.open(page, '/Boardgame_03')
  const game = await player.launch(page, context)
  const table = game.getByRole('button', { name: '入座 三公初桌' })
  await expect(table).toBeVisible()
  await press(game.getByRole('button', { name: '轩中三公' }))
  await expect(game.getByRole('button', { name: /^入座 / })).toHaveCount(3)
  await press(table)
  const held = game.getByTestId('held')
  // Only a player of the round holds something; a bid that lost becomes a bet of one.
  await expect(async () => {
    if ((await held.innerText()) !== '0.00') return // a slow answer: another choice would be refused
    await press(game.getByRole('button', { name: /^下注 ×2/ }), { timeout: 1000 })
    await expect(held).not.toHaveText('0.00', { timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await expect(game.getByTestId('my-seat').getByRole('img')).toHaveAccessibleName(/^([^、]+、){2}[^、]+$/)
  await expect(game.getByTestId('outcome')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(game, 'table of 三公')
  await press(game.getByRole('button', { name: '记录' }))
  const row = game.getByRole('dialog', { name: '记录' }).getByRole('row').nth(1)
  await expect(row).toContainText('闲家 ×2')
  await expect(row).toContainText(/[0-9] 点|三公/)
  await expect(row).not.toContainText('未开')
  const net = fen((await row.getByRole('cell').last().innerText()).replace('和局', '0.00'))
  await expect.poll(() => there('b45', name)).toBe((200 + net / 100).toFixed(2))
  await game.close()
  await expectBet(page, 45, await there('b45', name), [expect.any(Number)])
  await player.recycle(page)
  expect(await there('b45', name)).toMatch(/^0\.\d\d$/)
})

for (const { code, venue, platform, path } of played([
  { code: 'ag', venue: '听涛阁', platform: 2, path: '/Reale_01' },
  { code: 'bbin', venue: '万象馆', platform: 3, path: '/Reale_02' },
  { code: 'wm', venue: '揽月真人', platform: 21, path: '/Reale_03' },
  {
    code: 'sexy',
    venue: '霓裳真人',
    platform: 22,
    path: '/Goto?launch=gamePlatformLaunch&platformId=22&gameId=MX-LIVE-001&mode=1',
  },
]))
  test(`GAME-02 live tables of ${code}: a bet is put on a spot and settled when the cards lie`, async ({
    page,
    context,
  }) => {
    const name = await seat(page, context, venue)
    if (!path.startsWith('/Goto')) await player.open(page, path)
    const game = path.startsWith('/Goto') ? await player.launchAt(context, path) : await player.launch(page, context)
    await expectAccessible(game, 'live hall')
    await game.getByRole('button', { name: '入座 金桂一桌' }).click()
    const balance = game.getByTestId('balance')
    await expect(balance).toHaveText('200.00')
    const staked = game.getByTestId('staked')
    // A round is over in half a minute, and another test may move the clock of the house meanwhile.
    await expect(async () => {
      if ((await staked.innerText()) !== '0.00') return // a slow answer: another click would be a second bet
      await game.getByRole('button', { name: /^和 / }).click({ timeout: 1000 })
      await game.getByRole('button', { name: /^确认下注 / }).click({ timeout: 1000 })
      await expect(staked).not.toHaveText('0.00', { timeout: 3000 })
    }).toPass({ timeout: 90_000 })
    await expectAccessible(game, 'live table')
    await game.getByRole('button', { name: '记录' }).click()
    const records = game.getByRole('dialog', { name: '记录' })
    // A chip whose confirmation came too late for a round is under the next one.
    await expect(records.getByRole('row').nth(1)).toContainText(/[1-9]\d*\.00/)
    await expect(records.getByText('未开')).toHaveCount(0, { timeout: 90_000 })
    await expect.poll(async () => balance.innerText(), { timeout: 30_000 }).toBe(await there(code, name))
    const stakes = await records.locator('tbody td:nth-child(4)').allInnerTexts()
    await game.close()
    await expectBet(page, platform, await there(code, name), ofGame(stakes))
    await player.recycle(page)
    expect(await there(code, name)).toMatch(/^0\.\d\d$/)
  })

test('GAME-02 the dice of the live hall: two totals are bet on and settled when the dice lie', async ({
  page,
  context,
}) => {
  const name = await seat(page, context, '听涛阁')
  await player.open(page, '/Reale_01')
  const game = await player.launch(page, context)
  await game.getByRole('button', { name: '骰宝', exact: true }).click()
  await expect(game.getByRole('button', { name: /^入座 / })).toHaveCount(2)
  await game.getByRole('button', { name: '入座 金骰一桌' }).click()
  const balance = game.getByTestId('balance')
  await expect(balance).toHaveText('200.00')
  const staked = game.getByTestId('staked')
  await expect(async () => {
    if ((await staked.innerText()) !== '0.00') return // a slow answer: another click would be a second bet
    await game.getByRole('button', { name: /^9点 / }).click({ timeout: 1000 })
    await game.getByRole('button', { name: /^12点 / }).click({ timeout: 1000 })
    await game.getByRole('button', { name: /^确认下注 / }).click({ timeout: 1000 })
    await expect(staked).not.toHaveText('0.00', { timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await expectAccessible(game, 'table of dice')
  await game.getByRole('button', { name: '记录' }).click()
  const records = game.getByRole('dialog', { name: '记录' })
  await expect(records.getByRole('row').nth(1)).toContainText(/[1-9]\d*\.00/)
  await expect(records.getByText('未开')).toHaveCount(0, { timeout: 90_000 })
  await expect.poll(async () => balance.innerText(), { timeout: 30_000 }).toBe(await there('ag', name))
  const stakes = await records.locator('tbody td:nth-child(4)').allInnerTexts()
  await game.close()
  await expectBet(page, 2, await there('ag', name), ofGame(stakes))
  await player.recycle(page)
  expect(await there('ag', name)).toMatch(/^0\.\d\d$/)
})

test('GAME-03 fishing: each banner opens its hall, shots are booked, and the money comes home', async ({
  page,
  context,
}) => {
  const name = await seat(page, context, '听涛阁')
  await player.open(page, '/Fish')
  const banners = page.getByRole('region', { name: '捕鱼大厅' }).getByRole('article')
  await expect(banners).toHaveCount(4)
  const enter = async (hall: string): Promise<Page> => {
    const link = banners.filter({ hasText: hall }).getByRole('link', { name: /新窗口打开/ })
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
    await opened.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
    await expect(opened.getByRole('heading', { level: 1, name: hall })).toBeVisible()
    return opened
  }
  for (const hall of await banners.getByRole('heading').allInnerTexts())
    if (hall !== '龙宫夜宴') await (await enter(hall)).close()
  const game = await enter('龙宫夜宴')
  await expectAccessible(game, 'fishing hall')
  await game.getByRole('button', { name: '进入 浅滩' }).click()
  const balance = game.getByTestId('balance')
  await expect(balance).toHaveText('200.00')
  await game.getByRole('button', { name: '升高炮台' }).click()
  await expect(game.getByRole('status', { name: '每炮' })).toHaveText('0.20')
  await expectAccessible(game, 'fishing room')
  // Shots leave by the keyboard and by themselves; what hits is booked.
  await game.getByRole('img', { name: '渔场海面' }).click({ position: { x: 300, y: 260 } })
  await game.keyboard.down(' ')
  await game.waitForTimeout(1500)
  await game.keyboard.up(' ')
  await game.getByRole('button', { name: '自动' }).click()
  await expect.poll(() => there('ag', name), { timeout: 30_000 }).not.toBe('200.00')
  await game.getByRole('button', { name: '自动' }).click()
  // What is still on its way arrives, and then the page says what the company says.
  await expect(async () => {
    expect(await balance.innerText()).toBe(await there('ag', name))
  }).toPass({ timeout: 40_000 })
  await game.getByRole('button', { name: '记录' }).click()
  const records = game.getByRole('dialog', { name: '记录' })
  await expect(records.getByRole('row').nth(1)).toContainText('龙宫夜宴 · 浅滩')
  const newest = await records.locator('tbody td:nth-child(4)').first().innerText()
  await expectAccessible(game, 'fishing records')
  await records.getByRole('button', { name: '关闭' }).click()
  await game.getByRole('button', { name: '鱼谱' }).click()
  await expect(game.getByRole('dialog', { name: '鱼谱' })).toContainText('每种鱼的理论返还率均为 96.5%')
  await game.close()
  // The shots are many rows, and older ones may be on the next page.
  await expectBet(page, 2, await there('ag', name), expect.arrayContaining([fen(newest)]))
  await player.recycle(page)
  expect(await there('ag', name)).toMatch(/^0\.\d\d$/)
})

for (const { code, venue, platform, path, lottery } of played([
  { code: 'vr', venue: '吉星彩', platform: 52, path: '/Lottery_01', lottery: '一分赛车' },
  { code: 'bbin', venue: '万象馆', platform: 3, path: '/Lottery_02', lottery: '一分赛车' },
  { code: 'tcg', venue: '时时运', platform: 51, path: '/Lottery_00', lottery: '时时彩' },
]))
  test(`GAME-02 lottery of ${code}: a number is bought, the draw decides, and the money comes home`, async ({
    page,
    context,
  }) => {
    const name = await seat(page, context, venue)
    await player.open(page, path)
    const game = await player.launch(page, context)
    await expectAccessible(game, 'lottery hall')
    await game.getByRole('button', { name: `进入 ${lottery}` }).click()
    const balance = game.getByTestId('balance')
    await expect(balance).toHaveText('200.00')
    await expectAccessible(game, 'lottery')
    // An issue closes for some seconds before its draw, and another test may move the clock of the house meanwhile.
    await expect(async () => {
      await game.getByRole('button', { name: '机选一注' }).click({ timeout: 1000 })
      await game.getByRole('button', { name: '确认投注' }).click({ timeout: 1000 })
      await expect(game.getByText(/^投注成功，共 \d+ 注$/)).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 90_000 })
    await game.getByRole('button', { name: '投注记录' }).click()
    const records = game.getByRole('dialog', { name: '投注记录' })
    await expect(records.getByRole('row').nth(1)).toContainText('2.00')
    await expect(records.getByText('待开奖')).toHaveCount(0, { timeout: 90_000 })
    await expectAccessible(game, 'lottery records')
    await expect.poll(async () => balance.innerText(), { timeout: 30_000 }).toBe(await there(code, name))
    const stakes = await records.locator('tbody td:nth-child(4)').allInnerTexts()
    await game.close()
    await expectBet(page, platform, await there(code, name), ofGame(stakes))
    await player.recycle(page)
    expect(await there(code, name)).toMatch(/^0\.\d\d$/)
  })

// Pinnacle asks for longer names than ours, so its contract has a prefix.
for (const { code, venue, platform, path, prefix } of played([
  { code: 'bbin', venue: '万象馆', platform: 3, path: '/Sport_04', prefix: '' },
  { code: 'saba', venue: '凌云体育', platform: 5, path: '/Sport_05', prefix: '' },
  { code: 'pin', venue: '擎天体育', platform: 6, path: '/Sport_01', prefix: 'hy' },
  { code: 'im', venue: 'IM 体育', platform: 12, path: '/Sport_im', prefix: '' },
  { code: 'fb', venue: 'FB 体育', platform: 14, path: '/Sport_03', prefix: '' },
  { code: 'bti', venue: 'BTI 体育', platform: 15, path: '/Sport_bti', prefix: '' },
  { code: 'kys', venue: '逐日体育', platform: 16, path: '/Sport_02', prefix: '' },
  { code: 'xj', venue: '小金体育', platform: 17, path: '/Xiaojin', prefix: '' },
  { code: 'avia', venue: '天枢电竞', platform: 41, path: '/Esports', prefix: '' },
  {
    code: 'ime',
    venue: 'IM 电竞',
    platform: 43,
    path: '/Goto?launch=gamePlatformLaunch&platformId=43&gameId=0&mode=1',
    prefix: '',
  },
  {
    code: 'tf',
    venue: '破军电竞',
    platform: 42,
    path: '/Goto?launch=gamePlatformLaunch&platformId=42&gameId=0&mode=1',
    prefix: '',
  },
]))
  test(`GAME-01, GAME-04 sports book of ${code}: a single is placed and sold back, and the money comes home`, async ({
    page,
    context,
  }) => {
    const name = prefix + (await seat(page, context, venue))
    if (!path.startsWith('/Goto')) await player.open(page, path)
    const game = path.startsWith('/Goto') ? await player.launchAt(context, path) : await player.launch(page, context)
    const balance = game.getByTestId('balance')
    await expect(balance).toHaveText('200.00')
    await expect(game.getByRole('link', { name: '返回' })).toHaveAttribute('href', new RegExp(`^${house().player}`))
    await game.getByRole('button', { name: '今日', exact: true }).click()
    await expectAccessible(game, 'sports book')
    // On the phone the slip is a sheet that opens from its bar.
    const bar = game.getByRole('button', { name: /^投注单/ })
    const showSlip = async (open: boolean) => {
      if ((await bar.isVisible()) && (await bar.getAttribute('aria-expanded')) !== String(open))
        await bar.click({ timeout: 1000 })
    }
    // A match may begin and its odds may move meanwhile.
    await expect(async () => {
      await showSlip(true)
      const clear = game.getByRole('button', { name: '清空' })
      if (await clear.isVisible()) await clear.click({ timeout: 1000 })
      await showSlip(false)
      await game
        .getByRole('main')
        .getByRole('button', { name: / 对 .+ \d+\.\d\d$/ })
        .first()
        .click({ timeout: 1000 })
      await showSlip(true)
      await game.getByRole('button', { name: '确认投注' }).click({ timeout: 1000 })
      // A slow answer is waited for: another slip beside it would be a second bet.
      await expect(game.getByRole('button', { name: '提交中…' })).toHaveCount(0)
      await expect(game.getByText(/^投注成功，共 1 注$/)).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 90_000 })
    await showSlip(false)
    await expect(balance).toHaveText('190.00')
    await game.getByRole('button', { name: '我的注单' }).click()
    const bets = game.getByRole('dialog', { name: '我的注单' })
    await expect(bets.getByText('投注 10.00')).toBeVisible()
    await expectAccessible(game, 'sports bets')
    // The book buys nothing back in the seconds after a goal and at the end of a match.
    const sold = bets.locator('b', { hasText: '提前结算' })
    await expect(async () => {
      if (await sold.isVisible()) return // a slow answer: there is no button any more
      await bets.getByRole('button', { name: /^提前结算 / }).click({ timeout: 1000 })
      await expect(sold).toBeVisible({ timeout: 4000 })
    }).toPass({ timeout: 90_000 })
    await bets.getByRole('button', { name: '关闭' }).click()
    await expect.poll(async () => balance.innerText(), { timeout: 30_000 }).toBe(await there(code, name))
    await game.close()
    await expectBet(page, platform, await there(code, name), [10_00])
    await player.recycle(page)
    expect(await there(code, name)).toMatch(/^0\.\d\d$/)
  })
