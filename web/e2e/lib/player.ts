import { type BrowserContext, expect, type Locator, type Page, type Response } from '@playwright/test'
import { house, type NewPlayer, requestToken } from './house'
import { labels, paths } from './labels'
import { expectMessage, keepMessages } from './messages'
import { expectAccessible } from './watch'

const tended = new WeakSet<Page>()

/** Opens a page of the player site by its address. What nobody asked for and stands in the way of a click is put away. */
export async function open(page: Page, path: string): Promise<void> {
  if (!tended.has(page)) {
    tended.add(page)
    await keepMessages(page)
    for (const dialog of [notices(page), bonus(page)]) {
      await page.addLocatorHandler(dialog, async () => tend(page, dialog))
    }
  }
  await page.goto(`${house().player}/#${path}`)
}

const notices = (page: Page) => page.getByRole('dialog', { name: '热门公告' })

/** The congratulation of the day, which players with C$ see (FUND-05). */
export const bonus = (page: Page) => page.getByRole('dialog', { name: labels.fund.notice })

async function closeNotices(page: Page): Promise<void> {
  await notices(page).getByRole('button', { name: '知道了' }).click()
}

/**
 * As closeNotices, but a dialog the test has asked for may come in between, and then they stand aside by themselves. A click
 * that waited on would meet the next dialog beside the test's own call, and of two such calls the runner forgets one. On the
 * phone a sheet's entry in the history is on its way out then; an address the test opens meanwhile would be left.
 */
async function tend(page: Page, dialog: Locator): Promise<void> {
  const until = Date.now() + 10_000
  const button = dialog.getByRole('button', { name: '知道了' })
  while (Date.now() < until && (await dialog.isVisible())) await button.click({ timeout: 2000 }).catch(() => undefined)
  const sheets = () => page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0)
  await expect
    .poll(sheets, { timeout: 10_000 })
    .toBe(0)
    .catch(() => undefined)
}

/** The home page without its popup, which comes once a visit (HOME-04). */
export async function openHome(page: Page): Promise<void> {
  await page.goto(`${house().player}/#/`)
  await closeNotices(page)
  await expect(notices(page)).toBeHidden()
}

/**
 * Waits until the popup of the home page has come and was put away, for a page that `open` opened. On a busy machine it
 * comes after everything else is still, over what a test is measuring.
 */
export async function noticesClosed(page: Page): Promise<void> {
  await expect(async () => {
    await expect(page.getByRole('main')).toBeVisible()
    // Another greeting may have come in its place (H-468).
    const told = () => {
      const greeted = sessionStorage.getItem('greeted')
      return sessionStorage.getItem('closeAttention') ?? (greeted?.startsWith('hot ') ? null : greeted)
    }
    expect(await page.evaluate(told)).not.toBeNull()
  }).toPass({ timeout: 30_000 })
  await expect(notices(page)).toBeHidden()
}

export async function register(page: Page, who: NewPlayer): Promise<void> {
  await open(page, paths.register)
  await page.getByLabel(labels.register.name, { exact: true }).fill(who.name)
  await page.getByLabel(labels.register.phone, { exact: true }).fill(who.phone)
  await page.getByLabel(labels.register.password, { exact: true }).fill(who.password)
  await page.getByLabel(labels.register.repeat, { exact: true }).fill(who.password)
  // All tests share the house's clock. Another one that moves it on lets this captcha expire, as a slow player's would: then a new one is answered.
  const home = () => /#\/$/.test(page.url())
  await expect(async () => {
    if (home()) return
    await page.getByLabel(labels.register.captcha, { exact: true }).fill('abcd')
    await page.getByRole('button', { name: labels.register.submit }).click()
    await expect.poll(home, { timeout: 15_000 }).toBe(true)
  }).toPass({ timeout: 90_000 })
  await expectMessage(page, labels.register.done)
}

export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await open(page, paths.login)
  await page.getByLabel(labels.register.name, { exact: true }).fill(name)
  await page.getByLabel(labels.register.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: labels.login.submit, exact: true }).click()
  await expectMessage(page, labels.login.done)
}

/**
 * Starts a deposit through the gateway and pays it on the company's own page. It takes part in the promotion that is
 * named, else in none. Returns the order number.
 */
export async function depositByGateway(
  page: Page,
  context: BrowserContext,
  yuan: string,
  promotion?: string,
): Promise<string> {
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.online })
    .click()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  if (promotion) {
    const choice = page.getByRole('group', { name: labels.promo.choice })
    await expect(choice.getByRole('radio', { name: labels.promo.none })).toBeChecked()
    await choice.getByText(promotion, { exact: true }).click()
    await expect(choice.getByRole('radio', { name: promotion })).toBeChecked()
  }
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: labels.deposit.submit }).click(),
  ])
  const order = await orderNumber(page)
  await cashier.getByRole('button', { name: '立即支付' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await cashier.close()
  return order
}

/** Starts a bank transfer and says it is paid. Returns the order number; staff have to confirm it. */
export async function depositByBank(page: Page, yuan: string, payer: string): Promise<string> {
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.bank })
    .click()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  await page.getByLabel(labels.deposit.payer).fill(payer)
  for (const name of [labels.deposit.bankSelect, labels.deposit.typeSelect]) {
    const select = page.getByLabel(name, { exact: true })
    if (await select.count()) await select.selectOption({ index: 1 })
  }
  await page.getByRole('button', { name: labels.deposit.submit }).click()
  const order = await orderNumber(page)
  await orderDialog(page).getByRole('button', { name: labels.deposit.paid }).click()
  await expectMessage(page, labels.deposit.submitted)
  return order
}

export interface CoinOrder {
  order: string
  /** Exactly so many USDT. */
  coins: string
  address: string
}

/** Starts a deposit in USDT and reads what its popup says. */
export async function orderUsdt(page: Page, yuan: string): Promise<CoinOrder> {
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.usdt })
    .click()
  await expect(page.getByText(labels.usdt.rate)).toBeVisible()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  await expect(page.getByText(labels.usdt.about)).toBeVisible()
  await page.getByRole('button', { name: labels.deposit.submit }).click()
  const dialog = orderDialog(page)
  const coins = (await dialog.locator('strong').first().innerText()).replace(/USDT/, '').trim()
  const address = ((await dialog.locator('[data-address]').textContent()) ?? '').trim()
  const order = (await dialog.getByRole('definition').locator('span').first().innerText()).trim()
  return { order, coins, address }
}

/** Adds a receiving address the only way there is: out of the clipboard. */
export async function addAddress(page: Page, address: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin })
  await page.getByRole('button', { name: labels.usdt.add }).first().click()
  const dialog = page.getByRole('dialog', { name: labels.usdt.add })
  await expect(dialog.getByLabel(labels.usdt.field)).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), address)
  await dialog.getByRole('button', { name: labels.usdt.paste }).click()
  await expect(dialog.getByLabel(labels.usdt.field)).toHaveValue(address)
  await dialog.getByRole('button', { name: labels.usdt.submit }).click()
  await expectMessage(page, labels.usdt.added)
  await expect(dialog).toBeHidden()
}

/** An address as it is shown by its ends, in whichever spelling: the house writes the letters of Ethereum's as a check. */
export const endsOf = (address: string, ends: number) =>
  new RegExp(`${address.slice(0, ends)}\\*{4}${address.slice(-ends)}`, 'i')

/** Asks for a withdrawal to the default address; gives its number and the coins the quote promised. */
export async function withdrawUsdt(page: Page, yuan: string, address: string) {
  await page.getByLabel(labels.withdrawal.amount, { exact: true }).fill(yuan)
  await page.getByRole('button', { name: labels.withdrawal.submit }).click()
  const sheet = page.getByRole('dialog', { name: labels.usdt.confirm })
  await expect(sheet).toContainText(`${Number(yuan).toLocaleString('en-US')}.00`)
  // WD-03: by its ends; trust ADR-3: and in full, to be compared.
  await expect(sheet).toContainText(endsOf(address, 6))
  await expect(sheet.locator('[data-address]')).toHaveText(new RegExp(`^${address}$`, 'i'))
  const [coins = ''] = /[\d.]+(?= USDT)/.exec(await sheet.innerText()) ?? []
  await expectAccessible(page, 'quote')
  const [told] = await Promise.all([
    answerTo<{ OrderSn?: string }>(page, 'UsdtWithdrawAction'),
    sheet.getByRole('button', { name: labels.usdt.confirmSubmit }).click(),
  ])
  expect(told.IsSuc, told.ResultMessage).toBe(true)
  await expect(sheet).toBeHidden()
  await finishAsking(page)
  return { order: told.OrderSn ?? '', coins }
}

/** The record of a withdrawal stays on screen after it was asked for (H-520), and is closed. */
async function finishAsking(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: labels.withdrawal.done })
  await expect(asked.getByRole('list', { name: '进度' })).toBeVisible()
  await asked.getByRole('button', { name: labels.withdrawal.finish }).click()
  await expect(asked).toBeHidden()
}

/** A credited order goes away by itself, which leads back to the form. */
export async function anotherDeposit(page: Page): Promise<void> {
  await expect(orderDialog(page)).toBeHidden()
}

export function orderDialog(page: Page) {
  return page.getByRole('dialog', { name: labels.deposit.order })
}

/** The order number is the first line of the order's dialog. */
async function orderNumber(page: Page): Promise<string> {
  const line = orderDialog(page).getByRole('definition').first().locator('span').first()
  await expect(line).not.toBeEmpty()
  return (await line.innerText()).trim()
}

/** Waits for the notice of a credited deposit, which comes by itself (DEP-08), and closes it. */
export async function takeNotice(page: Page, amount: string): Promise<void> {
  const notice = page.getByRole('dialog', { name: labels.notice.title })
  await expect(notice).toContainText(amount, { timeout: 60_000 })
  await notice.getByRole('button', { name: labels.notice.ok }).click()
  await expect(notice).toBeHidden()
}

/** The ticket the site keeps, to look at the account through the documented API. */
export async function ticketOf(page: Page): Promise<string> {
  return page.evaluate(
    () => (JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as { Ticket?: string }).Ticket ?? '',
  )
}

interface Told {
  IsSuc: boolean
  ErrorMessage: string
  ResultMessage: string
}

/**
 * Sends a documented call as the player who is logged in on a page, and returns the answer. An answer without status 200
 * fails the test with its text: a check of the answer's fields would say only that one is missing.
 */
export async function ask<More>(page: Page, path: string, form: Record<string, string> = {}): Promise<Told & More> {
  const answer = await page.request.post(`${house().player}/common${path}`, {
    form,
    headers: {
      Authorization: await ticketOf(page),
      'X-Req-Token': await requestToken(path, 'POST'),
      'Idempotency-Key': crypto.randomUUID(),
    },
  })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return (await answer.json()) as Told & More
}

export async function setTrueName(page: Page, name: string): Promise<void> {
  await open(page, paths.profile)
  await page.getByLabel(labels.profile.trueName).fill(name)
  await page.getByRole('button', { name: labels.profile.save }).click()
  await page.getByRole('button', { name: labels.profile.confirm }).click()
  await expectMessage(page, labels.profile.saved)
  // ACC-16: what is filled in cannot be changed, and is shown masked.
  await expect(page.getByLabel(labels.profile.trueName)).toHaveAttribute('readonly', '')
}

export async function bindCard(page: Page, number: string): Promise<void> {
  await open(page, paths.bindCard)
  await page.getByLabel(labels.card.bank).selectOption({ index: 1 })
  await page.getByLabel(labels.card.province).selectOption({ label: '广东省' })
  await page.getByLabel(labels.card.city).selectOption({ label: '深圳市' })
  await page.getByLabel(labels.card.branch).fill('科技园支行')
  await page.getByLabel(labels.card.number).fill(number)
  await page.getByRole('button', { name: labels.card.submit }).click()
  await expectMessage(page, labels.card.done)
  // The form shows the number's groups too, and goes to the cards by itself: not on the way of what the test opens next.
  await expect(page).toHaveURL(/#\/BankCard$/)
  // CARD-01: masked, in groups of four.
  const tail = new RegExp([...number.slice(-4)].join('\\s?'))
  await expect(page.getByText(tail).first()).toBeVisible()
}

/**
 * The answer to a call that moves money. One that comes minutes late, because a test has just moved the house's clock,
 * is refused and sent again by the page itself (D-13): the refusal is not the answer.
 */
async function answerTo<More>(page: Page, call: string): Promise<{ IsSuc: boolean; ResultMessage: string } & More> {
  const mine = (response: Response) => response.url().includes(call) && response.status() !== 403
  return (await page.waitForResponse(mine, { timeout: 60_000 })).json()
}

/** Asks for a bank withdrawal and returns its order number, as the newest line of the cash log has it. */
export async function withdraw(page: Page, yuan: string): Promise<string> {
  await page.getByLabel(labels.withdrawal.amount, { exact: true }).fill(yuan)
  await page.getByRole('button', { name: labels.withdrawal.submit }).click()
  const sheet = page.getByRole('dialog', { name: labels.withdrawal.confirm })
  await expect(sheet).toContainText(`${Number(yuan).toLocaleString('en-US')}.00`)
  // The button covers no line of what is confirmed.
  const covered = await sheet.evaluate((element) => {
    const bottom = (part: string) => [...element.querySelectorAll(part)].at(-1)?.getBoundingClientRect().bottom ?? NaN
    return bottom('dl > div') - (element.querySelector('.dialog-end')?.getBoundingClientRect().top ?? NaN)
  })
  expect(covered).toBeLessThanOrEqual(0)
  const [told] = await Promise.all([
    answerTo<{ OrderSn?: string }>(page, 'CallWithdrawAction'),
    sheet.getByRole('button', { name: labels.withdrawal.confirmSubmit }).click(),
  ])
  expect(told.IsSuc, told.ResultMessage).toBe(true)
  await expect(sheet).toBeHidden()
  expect(told.OrderSn).toBeTruthy()
  await finishAsking(page)
  return told.OrderSn ?? ''
}

export async function cashTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('group', { name: labels.cashLog.tabs }).getByRole('button', { name, exact: true })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
}

/** Money moves only when asked to: auto-transfer would send the whole balance along when a game is opened. */
export async function autoTransferOff(page: Page): Promise<void> {
  await open(page, paths.transfer)
  const auto = page.getByRole('switch', { name: labels.transfer.auto })
  // The choice is made: a launch does not ask for it.
  await page.getByRole('radio', { name: labels.launch.nothing }).check()
  await page.getByRole('button', { name: labels.launch.save, exact: true }).click()
  await expectMessage(page, labels.launch.saved)
  await expect(auto).toHaveAttribute('aria-checked', 'false')
}

/** Asks for a transfer of whole yuan and waits until the player is told how it went: 1 is done, 0 under way. */
async function move(page: Page, side: string, venue: string | RegExp, yuan: string, status: 0 | 1): Promise<string> {
  await open(page, paths.transfer)
  const wallet = page.getByLabel(side, { exact: true })
  const option = wallet.locator('option').filter({ hasText: venue })
  await expect(option).toHaveCount(1)
  await wallet.selectOption((await option.getAttribute('value')) ?? '')
  await page.getByLabel(labels.transfer.amount).fill(yuan)
  const [told] = await Promise.all([
    answerTo<{ Status: number }>(page, 'CallPlatformTranscationAction'),
    page.getByRole('button', { name: labels.transfer.submit }).click(),
  ])
  expect(told.IsSuc, told.ResultMessage).toBe(true)
  expect(told.Status, told.ResultMessage).toBe(status)
  await expectMessage(page, told.ResultMessage)
  await expect(page.getByLabel(labels.transfer.amount)).toHaveValue('')
  return told.ResultMessage
}

export const transferIn = (page: Page, venue: string, yuan: string) => move(page, labels.transfer.to, venue, yuan, 1)
export const transferOut = (page: Page, venue: string, yuan: string) => move(page, labels.transfer.from, venue, yuan, 1)

/** Moves whole yuan to a venue that does not answer: the player is told that it is under way, and nothing else. */
export async function transferUnanswered(page: Page, venue: string | RegExp, yuan: string): Promise<void> {
  expect(await move(page, labels.transfer.to, venue, yuan, 0)).toContain('处理中')
}

/** Brings everything home with the one button (TRF-05). */
export async function recycle(page: Page): Promise<void> {
  await open(page, paths.withdrawal)
  await page.getByRole('button', { name: labels.transfer.recycle }).click()
  await expectMessage(page, labels.transfer.recycled)
}

/** Opens the venue of a board-game page in its new tab and waits for the lobby. */
export async function launch(page: Page, context: BrowserContext): Promise<Page> {
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: labels.board.play }).click(),
  ])
  await game.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
  return game
}

/** Opens a game whose venue has no page by the launcher's own address, which asks first. */
export async function launchAt(context: BrowserContext, path: string): Promise<Page> {
  const game = await context.newPage()
  await game.goto(`${house().player}/#${path}`)
  await game.getByRole('button', { name: '进入游戏' }).click()
  await game.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
  return game
}

/** Sits down at the first board table and plays a round, as a player would, until the records say how it ended. */
export async function playRound(game: Page): Promise<void> {
  await game
    .getByRole('button', { name: /^入座 / })
    .first()
    .click()
  const held = game.getByTestId('held')
  // A round is over in half a minute, and another test may move the clock of the house meanwhile.
  await expect(async () => {
    if ((await held.innerText()) !== '0.00') return // a slow answer: the choice is made
    await game.getByRole('button', { name: /^下注 ×1/ }).click({ timeout: 1000 })
    await expect(held).not.toHaveText('0.00', { timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await game.getByRole('button', { name: '记录' }).click()
  const records = game.getByRole('dialog', { name: '记录' })
  await expect(records.getByRole('row').nth(1)).toContainText('N1')
  await expect(records.getByText('未开')).toHaveCount(0, { timeout: 90_000 })
  await records.getByRole('button', { name: '关闭' }).click()
}

/** Goes from the days to the venues of one day to the single bets, and back. `look` inspects each level. */
export async function readBets(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  await open(page, paths.betRecord)
  await page.getByRole('link', { name: labels.bets.view }).first().click()
  await expect(page).toHaveURL(/#\/BetRecordPlatform\?datetime=\d{4}-\d{2}-\d{2}/)
  await look('bets by venue')
  await page.getByRole('link', { name: labels.bets.view }).first().click()
  await expect(page).toHaveURL(/#\/BetRecordDetail\?DateTime=.*GameType=26/)
  await expect(page.getByText('300.00').first()).toBeVisible()
  await look('single bets')
  await page.getByRole('link', { name: labels.bets.back, exact: true }).click()
  await expect(page).toHaveURL(/#\/BetRecordPlatform/)
  await page.getByRole('link', { name: labels.bets.back, exact: true }).click()
  await expect(page).toHaveURL(/#\/BetRecord$/)
  await look('bets by day')
}
