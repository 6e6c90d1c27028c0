import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { addressOf } from './lib/addresses'
import { advance, house, houseNow, type NewPlayer, newPlayer, playedAt } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectMessage, keepMessages } from './lib/messages'
import {
  addAddress,
  ask,
  autoTransferOff,
  bindCard,
  bonus,
  cashTab,
  depositByGateway,
  logIn,
  noticesClosed,
  open,
  orderDialog,
  orderUsdt,
  register,
  setTrueName,
  takeNotice,
  transferIn,
  withdraw,
} from './lib/player'
import { phoneRoutes, playerRoutes, publicRoutes, staffPages } from './lib/routes'
import { openBackOffice, top, visit } from './lib/staff'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))

const nameOf = (path: string) =>
  path
    .replace(/[?=%&]+/g, '-')
    .replace(/^\/$/, 'home')
    .replace(/^\//, '')
    .replace(/:/g, '')
    .replace(/\//g, '-')

/** Parts and pictures below the window come when they are near it. */
async function seeAll(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
    window.scrollTo(0, top)
    await new Promise((done) => setTimeout(done, 150))
  }
  window.scrollTo(0, 0)
}

async function shoot(page: Page, path: string, state: string): Promise<void> {
  await open(page, await addressOf(page, path))
  await page.reload()
  await page.getByRole('main').waitFor()
  await page.evaluate(seeAll)
  // The stream of events keeps a player's network busy for good.
  await page.waitForTimeout(2000)
  // Nothing is pressed here, so what nobody asked for would stand over the page: the announcements have a picture of
  // their own, and so has the congratulation, which comes after them.
  for (let notice = 0; notice < 2; notice++) {
    await expect(page.getByRole('main')).toBeVisible() // `open` has them closed before anything is looked for
    await page.waitForTimeout(500)
  }
  await take(page, `${nameOf(path)}-${state}`, true)
}

/** Whether this form has the page. */
const isHere = (path: string) => test.info().project.name === 'h5' || !phoneRoutes.includes(path)

const take = (page: Page, name: string, fullPage = false) =>
  page.screenshot({ path: `${folder}/${test.info().project.name}/${name}.png`, fullPage })

/** Pages that show lists, and the calls these come from. */
const lists = [
  ['/', '/v1/PubInterface/GetActivity'],
  ['/Activity', '/v1/PubInterface/GetActivity'],
  ['/Egame/47', '/v1/Select/GameInfo'],
  ['/Fish', '/v1/PubInterface/GetAGFishingInfo'],
  ['/AppDownload', '/v1/PubInterface/GetAppDown'],
  ['/CashLog', '/v1/Select/FundingItems'],
  ['/BetRecord', '/v1/Select/GetBetRecordMemberByDay'],
  ['/Transfer', '/v1/Select/PlayerBalance'],
  ['/BankCard', '/v1/Select/PlayerBankItems'],
  ['/Deposit', '/v1/Do/GetPayChannel'],
  ['/Vip', '/v1/Select/Vip'],
  ['/Discount', '/v1/Select/PromotionClaims'],
] as const

const states: Record<string, (route: Route) => Promise<void>> = {
  loading: () => new Promise(() => undefined),
  error: (route) => route.fulfill({ status: 503, json: { IsSuc: false, Message: '服务暂时不可用，请稍后再试' } }),
  empty: async (route) => {
    const said = await route.fetch()
    const nothing = (name: string, value: unknown) => {
      if (name === 'RowCount') return 0
      return (name === 'Items' || name === 'Data') && Array.isArray(value) ? [] : value
    }
    await route.fulfill({ response: said, json: JSON.parse(await said.text(), nothing) })
  },
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** Packets to draw for somebody who deposited nothing, and what was in them: the house is not asked. */
async function givePackets(page: Page): Promise<void> {
  await page.route('**/v1/Select/PromotionClaims', async (route) => {
    const said = (await (await route.fetch()).json()) as { Data: { Kind: string }[] }
    const Data = said.Data.map((claim) =>
      claim.Kind === 'red_packets' ? { ...claim, State: 1, StateText: labels.promo.claimable, Draws: 3 } : claim,
    )
    await route.fulfill({ json: { ...said, Data } })
  })
  await page.route('**/v1/Do/PromotionClaimAction', (route) =>
    route.fulfill({
      json: { IsSuc: true, ResultMessage: '', Data: { Amount: 114.64, Packets: [1.88, 108.88, 3.88] } },
    }),
  )
  await page.reload()
  await page.getByRole('button', { name: `${labels.promo.open}：${labels.promo.packets}` }).click()
  await page.getByRole('dialog').getByRole('table').waitFor()
}

/** What opens over a page, and what a form says to somebody who filled in nothing. */
const opened: [path: string, state: string, act: (page: Page, who: NewPlayer) => Promise<void>][] = [
  [paths.deposit, 'nothing', (page) => press(page, labels.deposit.submit)],
  [
    paths.deposit,
    'order',
    async (page) => {
      await page.getByRole('button', { name: labels.deposit.bank }).first().click()
      await page.getByLabel(labels.deposit.amount).fill('300')
      await page.getByLabel(labels.deposit.payer).fill('王小明')
      for (const name of [labels.deposit.bankSelect, labels.deposit.typeSelect]) {
        const select = page.getByLabel(name, { exact: true })
        if (await select.count()) await select.selectOption({ index: 1 })
      }
      await press(page, labels.deposit.submit)
    },
  ],
  [
    paths.deposit,
    'usdt',
    async (page) => {
      // The order of the picture before would stand open again.
      await page.evaluate(() => sessionStorage.removeItem('openDeposit'))
      await page.reload()
      await page.getByRole('button', { name: labels.deposit.usdt }).first().click()
      await page.getByLabel(labels.deposit.amount).fill('500')
    },
  ],
  [
    paths.deposit,
    'usdt-order',
    async (page) => {
      await orderUsdt(page, '500')
    },
  ],
  [
    paths.deposit,
    'usdt-waiting',
    async (page) => {
      // The order of the picture before stands open again after a reload.
      await orderDialog(page).getByRole('button', { name: labels.deposit.paid }).click()
      await page.getByRole('dialog', { name: labels.usdt.waiting }).waitFor()
      await page.evaluate(() => sessionStorage.removeItem('openDeposit'))
    },
  ],
  [
    paths.withdrawal,
    'usdt-none',
    async (page) => {
      await page.getByRole('button', { name: labels.usdt.tab }).click()
    },
  ],
  [
    paths.withdrawal,
    'usdt-add',
    async (page) => {
      await page.getByRole('button', { name: labels.usdt.tab }).click()
      await page.getByRole('button', { name: labels.usdt.add }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: labels.usdt.submit }).click()
    },
  ],
  [
    paths.withdrawal,
    'usdt',
    async (page, who) => {
      await page.getByRole('button', { name: labels.usdt.tab }).click()
      await addAddress(page, who.coinAddress)
      await press(page, labels.withdrawal.submit)
    },
  ],
  [
    paths.withdrawal,
    'usdt-quote',
    async (page, who) => {
      const told = {
        ...{ WithdrawAmount: 200, ExchangeRate: 7.3, UsdtType: 'ERC20', UsdtCount: 27.39, UsdtCountShow: '27.39' },
        ...{ UsdtAddress: who.coinAddress, IsEnableWithdrawPassword: true, ExpiresAt: (await houseNow()) + 120_000 },
      }
      await page.route('**/v1/Do/UsdtWithdrawPre', (route) => route.fulfill({ json: { IsSuc: true, Data: told } }))
      await page.route('**/v1/Select/PlayerCenterBalance', (route) =>
        route.fulfill({ json: { IsSuc: true, Balance: 800 } }),
      )
      await page.route('**/v1/Select/PlayerBalance', async (route) => {
        const said = await route.fetch()
        await route.fulfill({ response: said, json: { ...(await said.json()), Balance: 800, SumAmount: 800 } })
      })
      await page.reload()
      await page.getByRole('button', { name: labels.usdt.tab }).click()
      await page.getByLabel(labels.withdrawal.amount, { exact: true }).fill('200')
      await press(page, labels.withdrawal.submit)
      await page.getByRole('dialog', { name: labels.usdt.confirm }).waitFor()
      await page.unrouteAll()
    },
  ],
  [paths.bankCard, 'filled', async () => undefined],
  [paths.transfer, 'nothing', (page) => press(page, labels.transfer.submit)],
  [paths.bindCard, 'nothing', (page) => press(page, labels.card.submit)],
  [
    paths.withdrawal,
    'nothing',
    async (page, who) => {
      await bindCard(page, who.card)
      await open(page, paths.withdrawal)
      await page.waitForTimeout(1500)
      await press(page, labels.withdrawal.submit)
    },
  ],
  [paths.password, 'nothing', (page) => page.locator('main form button[type=submit]').first().click()],
  [
    `${paths.deposit}?activity=38`,
    'promotion',
    (page) => page.getByRole('button', { name: labels.deposit.online }).first().click(),
  ],
  [
    paths.discount,
    'packet',
    async (page) => {
      await givePackets(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  ],
  [
    paths.discount,
    'packet-open',
    async (page) => {
      await givePackets(page)
      await page.getByRole('dialog').getByRole('button', { name: labels.promo.open }).click()
      await page.getByRole('button', { name: labels.promo.take }).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  ],
  [paths.fund, 'rules', (page) => press(page, labels.fund.rules)],
  [paths.fund, 'records', (page) => press(page, labels.fund.records)],
  [paths.vip, 'all', (page) => press(page, labels.vip.all)],
  [paths.vip, 'monthly', (page) => press(page, labels.vip.monthly)],
  [
    paths.cashLog,
    'bonus',
    async (page) => {
      const call = '**/v1/Fund/GetFundNotifiy'
      await page.route(call, (route) => route.fulfill({ json: { IsSuc: true, Data: { Amount: 128, ReateNum: 5 } } }))
      await page.removeLocatorHandler(bonus(page))
      await page.reload()
      await bonus(page).waitFor()
      await page.unroute(call)
    },
  ],
  [
    '/',
    'logout',
    async (page) => {
      if (test.info().project.name === 'h5') await open(page, '/Mine')
      await page.getByRole('button', { name: '退出' }).first().click()
    },
  ],
]

test('pages of a visitor', async ({ page }) => {
  test.setTimeout(600_000)
  for (const path of publicRoutes.filter(isHere)) await shoot(page, path, 'visitor')
})

test('pages of a player', async ({ page }) => {
  test.setTimeout(600_000)
  const { name, password } = house().players[0] ?? { name: '', password: '' }
  await logIn(page, name, password)
  for (const path of playerRoutes.filter(isHere)) await shoot(page, path, 'player')
  for (const [path, call] of lists) {
    for (const [state, answer] of Object.entries(states)) {
      await page.route(`**/common${call}*`, answer)
      await shoot(page, path, state)
      await page.unroute(`**/common${call}*`)
    }
  }
})

test('what opens over pages', async ({ page }) => {
  test.setTimeout(600_000)
  await keepMessages(page)
  await page.goto(`${house().player}/#/`) // not `open`, which puts the announcements away
  await page.getByRole('dialog', { name: '热门公告' }).waitFor()
  await take(page, 'home-announcements')
  for (const [path, button] of [
    [paths.login, labels.login.submit],
    [paths.register, labels.register.submit],
  ] as const) {
    await open(page, path)
    await press(page, button)
    await page.waitForTimeout(500)
    await take(page, `${nameOf(path)}-nothing`)
  }
  if (test.info().project.name === 'desktop') {
    await open(page, '/')
    for (const name of ['体育', '真人', '捕鱼', '电子', '电竞', '彩票', '棋牌']) {
      await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true }).hover()
      await page.locator('[data-panel]').waitFor()
      await page.waitForTimeout(600)
      await take(page, `home-panel-${name}`)
      await page.mouse.move(683, 740)
      await page.locator('[data-panel]').waitFor({ state: 'detached' })
    }
  }
  const who = newPlayer()
  await register(page, who)
  for (const path of [paths.cashLog, paths.betRecord, paths.withdrawal, paths.bankCard]) {
    await open(page, path)
    await page.waitForTimeout(1500)
    await take(page, `${nameOf(path)}-new-player`)
  }
  await setTrueName(page, who.trueName)
  for (const [path, state, act] of opened) {
    await open(page, path)
    await page.reload()
    await page.waitForTimeout(1000)
    await act(page, who)
    await page.waitForTimeout(1200)
    await take(page, `${nameOf(path)}-${state}`)
  }
})

/** A page that has come to rest, with what was opened on it. */
async function pose(page: Page, name: string, fullPage = false): Promise<void> {
  if (fullPage) await page.evaluate(seeAll)
  await page.waitForTimeout(1200)
  await take(page, name, fullPage)
}

/** A player with a deposit, play that meets its turnover, a transfer, a withdrawal that is under way, and an answered question. */
async function liveLong(page: Page, context: BrowserContext, who: NewPlayer): Promise<void> {
  await depositByGateway(page, context, '800')
  await takeNotice(page, '800.00')
  await autoTransferOff(page)
  await transferIn(page, labels.board.venue, '400')
  for (let round = 1; round <= 3; round++) await playedAt('ky', who.name, '300', '290')
  for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
  await setTrueName(page, who.trueName)
  await bindCard(page, who.card)
  await open(page, paths.withdrawal)
  await withdraw(page, '200')
}

test('the walk: the home page in each language', async ({ page }) => {
  test.setTimeout(600_000)
  for (const reader of ['visitor', 'player']) {
    if (reader === 'player') await register(page, newPlayer())
    for (const language of ['zh-TW', 'en']) {
      await open(page, '/')
      // The popup comes once a visit, and its button has another name in another language.
      await noticesClosed(page)
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await page.reload()
      await page.getByRole('main').waitFor()
      await pose(page, `home-${reader}-${language}`, true)
      await page.evaluate(() => localStorage.removeItem('language'))
      await page.reload()
    }
  }
})

test('the walk: from the first page to the first game', async ({ page, context }) => {
  test.setTimeout(600_000)
  await open(page, '/')
  await noticesClosed(page)
  await page.getByRole('button', { name: '搜索' }).first().click()
  await pose(page, 'home-search')
  await page.keyboard.type('百家')
  await page.getByRole('dialog').getByText('百家乐').first().waitFor()
  await pose(page, 'home-search-found')
  await page.keyboard.press('Escape')

  const who = newPlayer()
  await open(page, paths.register)
  await page.getByLabel(labels.register.name, { exact: true }).fill(who.name)
  await page.getByLabel(labels.register.phone, { exact: true }).fill(who.phone)
  await pose(page, 'register-offer', true)
  await register(page, who)
  await noticesClosed(page)
  await pose(page, 'home-checklist', true)

  await open(page, paths.deposit)
  await page.getByRole('button', { name: labels.deposit.online }).first().click()
  await page.getByLabel(labels.deposit.amount).fill('1000')
  await pose(page, 'Deposit-first-offer', true)
  await depositByGateway(page, context, '200')
  await page.getByRole('dialog', { name: labels.notice.title }).waitFor()
  await pose(page, 'Deposit-notice')
  await takeNotice(page, '200.00')
  await open(page, paths.board)
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: labels.board.play }).click(),
  ])
  await game.getByRole('heading', { name: labels.launch.title }).waitFor()
  await pose(game, 'Goto-money')
  await game.close()
})

test('the walk: records, a withdrawal, questions and the account', async ({ page, context, browser }) => {
  test.setTimeout(900_000)
  const who = newPlayer()
  await register(page, who)
  await liveLong(page, context, who)
  await pose(page, 'Withdrawal-under-way', true)
  await page.getByRole('button', { name: '撤回提款' }).first().click()
  await pose(page, 'Withdrawal-take-back')

  const sheet = page.getByRole('dialog', { name: '记录详情' })
  for (const [key, tab] of [
    ['deposit', '存款'],
    ['withdrawal', '提款'],
    ['bonus', '红利'],
    ['rebate', '返水'],
    ['transfer', '转账'],
    ['ledger', '全部流水'],
  ] as const) {
    await open(page, paths.cashLog)
    await cashTab(page, tab)
    await pose(page, `CashLog-${key}`, true)
    const row = page
      .getByRole('main')
      .getByRole('button', { name: /^查看 .+ 的详情$/ })
      .first()
    if (!(await row.isVisible())) continue
    await row.click()
    await sheet.waitFor()
    await pose(page, `CashLog-${key}-sheet`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  }
  await shoot(page, '/Inbox', 'messages')
  await shoot(page, '/BetRecordPlatform?datetime=:day', 'played')
  await shoot(page, '/BetRecordDetail?DateTime=:day&GameType=26', 'played')

  const question = { kind: 'account', text: `请问如何修改手机号？旧号码 ${who.phone} 已经停用。` }
  const { Data } = await ask<{ Data: { Id: string } }>(page, '/v1/Do/TicketOpenAction', question)
  const office = await openBackOffice(browser)
  await visit(office, '/tickets', '客服工单')
  await office
    .getByRole('button', { name: new RegExp(who.phone) })
    .first()
    .click()
  await office.getByRole('button', { name: '领取', exact: true }).click()
  await office.getByRole('button', { name: '回复玩家' }).click()
  await top(office).getByLabel('回复内容').fill('您好，请上传一张手持证件的照片，我们会在 24 小时内为您更换。')
  await top(office).getByRole('button', { name: '回复玩家' }).click()
  await expectMessage(office, '已回复')
  await office.context().close()
  await open(page, `/Support/${Data.Id}`)
  await page.getByText('手持证件').waitFor()
  await pose(page, 'Support-answered', true)
  await shoot(page, '/Support', 'questions')

  await open(page, '/Security')
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  await pose(page, 'Security-second')
  await open(page, '/Invite')
  await page.getByRole('button', { name: '邀请海报' }).click()
  await page.getByRole('dialog').waitFor()
  await pose(page, 'Invite-poster')
  await open(page, paths.limits)
  await page.reload()
  await page.getByRole('button', { name: labels.limits.day }).click()
  await page.getByRole('dialog').waitFor()
  await pose(page, 'Limits-set')
  await shoot(page, '/', 'played')
})

test('the walk: without a network, and with code that is gone', async ({ page, context }) => {
  test.setTimeout(600_000)
  await register(page, newPlayer())
  await noticesClosed(page)
  await context.setOffline(true)
  await page.getByRole('alert').filter({ hasText: '网络已断开' }).waitFor()
  await pose(page, 'home-offline')
  await context.setOffline(false)
  await page.route('**/assets/fund-page*', (route) => route.abort())
  await page.evaluate(() => {
    window.location.hash = '/ConcessionaryFund'
  })
  await pose(page, 'ConcessionaryFund-missing')
})

test('pages of the back office', async ({ browser }) => {
  test.skip(test.info().project.name !== 'desktop', 'staff sit at desks')
  test.setTimeout(600_000)
  const page = await openBackOffice(browser)
  for (const [path, heading] of staffPages) {
    await visit(page, path, heading)
    await page.waitForTimeout(1200)
    await take(page, `office-${nameOf(path)}`, true)
  }
})
