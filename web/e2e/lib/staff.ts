import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { advance, house, houseNow, type StaffLogin, totp } from './house'
import { expectMessage, hasSaid, keepMessages } from './messages'

/** Tests that run at the same time are different people, so that they do not use up each other's codes. */
function ownLogin(): StaffLogin {
  const { staff, staffs = [staff] } = house()
  return staffs[test.info().parallelIndex % staffs.length] ?? staff
}

/** Windows that tests opened. One that outlives its test asks the server for news and draws beside all later tests. */
const windows = new Map<BrowserContext, string>()

async function closeOlderWindows(): Promise<void> {
  for (const [context, of] of windows) {
    if (of === test.info().testId) continue
    windows.delete(context)
    await context.close()
  }
}

/** A back-office window: always a desktop's, also when the player under test is on a phone. */
export async function openBackOffice(browser: Browser, who: StaffLogin = ownLogin()): Promise<Page> {
  await closeOlderWindows()
  const context = await browser.newContext({
    baseURL: house().admin,
    viewport: { width: 1366, height: 768 },
    isMobile: false,
    hasTouch: false,
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // On a busy machine a dialog may grow while a button of it is pressed, and the press hits nothing.
    reducedMotion: 'reduce',
  })
  windows.set(context, test.info().testId)
  await keepMessages(context)
  const page = await context.newPage()
  await logIn(page, who)
  return page
}

const codesTried = 5
const atWork = new WeakMap<Page, StaffLogin>()

/**
 * Logs in with name, password and code. A code is good once, and another test may have used this one: then the
 * house's clock goes on to the next.
 */
export async function logIn(page: Page, who: StaffLogin): Promise<void> {
  atWork.set(page, who)
  await page.goto('/#/login')
  for (let tries = 1; tries <= codesTried; tries++) {
    await page.getByLabel('账号').fill(who.name)
    await page.getByLabel('密码', { exact: true }).fill(who.password)
    await page.getByLabel('动态口令').fill(totp(who.totpSecret, await houseNow()))
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/admin/v1/login')),
      page.getByLabel('动态口令').press('Enter'),
    ])
    if (answer.ok()) {
      await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
      return
    }
    // The page empties the field when it hears the refusal; before that a new code would be wiped out with the old.
    await expect(page.getByLabel('动态口令')).toHaveValue('')
    await advance('31s')
  }
  throw new Error(`${who.name} could not log in with ${codesTried} codes`)
}

/**
 * Sees to it that whoever sits at a page is logged in. A session that went idle while tests moved the clock is begun
 * anew; the page itself may not know yet that it is over.
 */
async function stayLoggedIn(page: Page): Promise<void> {
  const who = atWork.get(page)
  if (who && (await page.request.get('/admin/v1/me')).status() === 401) await logIn(page, who)
}

/** Opens a page of the back office by its address and waits for its heading. */
export async function visit(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await stayLoggedIn(page)
  await page.goto(`/#${path}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** The detail drawer or dialog that lies on top. */
export function top(page: Page) {
  return page.getByRole('dialog').last()
}

/** As visit, and what the page knew before, dialogs and rows, is gone. */
export async function visitAnew(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await stayLoggedIn(page)
  await page.goto(`/#${path}`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Opens the row of an order from a list. */
export async function openOrder(page: Page, path: string, heading: string, order: string): Promise<void> {
  await visitAnew(page, path, heading)
  await page.getByRole('button', { name: order }).first().click()
  await expect(top(page)).toContainText(order)
}

export async function expectDone(page: Page, sentence: string): Promise<void> {
  await expectMessage(page, sentence)
}

/** Two people of the back office, each at a screen of their own. */
export async function twoPeople(browser: Browser): Promise<[maker: Page, checker: Page]> {
  const { staff, staffs } = house()
  const sit = (place: number) =>
    openBackOffice(browser, staffs[(test.info().parallelIndex + place) % staffs.length] ?? staff)
  return [await sit(0), await sit(1)]
}

/** Claims the withdrawal whose drawer is open, and approves it. */
export async function approveWithdrawal(page: Page): Promise<void> {
  await top(page).getByRole('button', { name: '认领' }).click()
  await expectDone(page, '已认领')
  await top(page).getByRole('button', { name: '通过', exact: true }).click()
  // Over the drawer, which has a button of that name too.
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await top(page).getByRole('button', { name: '通过', exact: true }).click()
  await expectDone(page, '已通过')
}

/** The one who made a request cannot decide it; the other one agrees, and it is carried out. */
export async function agree(maker: Page, checker: Page, label: string): Promise<void> {
  const request = (page: Page) => page.getByRole('row').filter({ hasText: label }).first()
  await visitAnew(maker, '/approvals', '双人复核')
  await expect(request(maker).getByRole('button', { name: '撤回' })).toBeVisible()
  await expect(request(maker).getByRole('button', { name: '通过' })).toHaveCount(0)
  await visitAnew(checker, '/approvals', '双人复核')
  await request(checker).getByRole('button', { name: '通过' }).click()
  await top(checker).getByRole('button', { name: '通过' }).click()
  await freshCode(checker, '已通过')
  await expectDone(checker, '已通过')
}

/**
 * Gives the fresh code that an action asks for if the last one is too old; what the page says when the action is done,
 * or shows, tells that it is not. The house's clock goes on to a code not used yet.
 */
export async function freshCode(page: Page, done: string | Locator): Promise<void> {
  const who = atWork.get(page)
  const dialog = page.getByRole('dialog').filter({ hasText: '请再次验证' })
  const isDone = () => (typeof done === 'string' ? hasSaid(page, done) : done.isVisible())
  await expect(async () => {
    expect((await dialog.isVisible()) || (await isDone()), 'neither a code was asked for nor the action done').toBe(
      true,
    )
  }).toPass({ timeout: 60_000, intervals: [100] })
  if (!who || !(await dialog.isVisible())) return
  for (let tries = 1; tries <= codesTried; tries++) {
    await dialog.getByLabel('动态口令').fill(totp(who.totpSecret, await houseNow()))
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/admin/v1/step-up')),
      dialog.getByRole('button', { name: '验证并继续' }).click(),
    ])
    if (answer.ok()) {
      await expect(dialog).toHaveCount(0)
      return
    }
    await expect(dialog.getByLabel('动态口令')).toHaveValue('')
    await advance('31s')
  }
  throw new Error(`no fresh code of ${who.name} was right`)
}
