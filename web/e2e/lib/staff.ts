import { type Browser, expect, type Page } from '@playwright/test'
import { advance, house, houseNow, totp } from './house'

export interface StaffLogin {
  name: string
  password: string
  totpSecret: string
}

/** A back-office window: always a desktop's, also when the player under test is on a phone. */
export async function openBackOffice(browser: Browser, who: StaffLogin = house().staff): Promise<Page> {
  const context = await browser.newContext({
    baseURL: house().admin,
    viewport: { width: 1366, height: 768 },
    isMobile: false,
    hasTouch: false,
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  await logIn(page, who)
  return page
}

const codesTried = 5

/**
 * Logs in with name, password and code. A code is good once, and another test may have used this one: then the
 * house's clock goes on to the next.
 */
export async function logIn(page: Page, who: StaffLogin): Promise<void> {
  await page.goto('/#/login')
  const submit = page.getByRole('button', { name: '登录', exact: true })
  for (let tries = 1; tries <= codesTried; tries++) {
    await page.getByLabel('账号').fill(who.name)
    await page.getByLabel('密码', { exact: true }).fill(who.password)
    await page.getByLabel('动态口令').fill(totp(who.totpSecret, await houseNow()))
    await submit.click()
    const inside = page.getByRole('button', { name: '退出登录' })
    const refused = page.getByRole('alert').filter({ hasText: /./ })
    await expect(inside.or(refused).first()).toBeVisible()
    if (await inside.isVisible()) return
    await advance('31s')
  }
  throw new Error(`${who.name} could not log in with ${codesTried} codes`)
}

/** Opens a page of the back office by its address and waits for its heading. */
export async function visit(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`/#${path}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** The detail drawer or dialog that lies on top. */
export function top(page: Page) {
  return page.getByRole('dialog').last()
}

/** Opens the row of an order from a list. */
export async function openOrder(page: Page, path: string, order: string): Promise<void> {
  await page.goto(`/#${path}`)
  await page.getByRole('button', { name: order }).click()
  await expect(top(page)).toContainText(order)
}

export async function expectDone(page: Page, sentence: string): Promise<void> {
  await expect(page.locator('.ant-message').getByText(sentence).first()).toBeVisible()
}
