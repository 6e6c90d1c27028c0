import { type BrowserContext, expect, type Page } from '@playwright/test'
import { house, type NewPlayer } from './house'
import { labels, paths } from './labels'

/** Opens a page of the player site by its address. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${house().player}/#${path}`)
}

/** A message that shows for a moment. */
export function toast(page: Page, sentence: string | RegExp) {
  return page.locator('[data-sonner-toast]').filter({ hasText: sentence }).first()
}

export async function register(page: Page, who: NewPlayer): Promise<void> {
  await open(page, paths.register)
  await page.getByLabel(labels.register.name, { exact: true }).fill(who.name)
  await page.getByLabel(labels.register.phone, { exact: true }).fill(who.phone)
  await page.getByLabel(labels.register.password, { exact: true }).fill(who.password)
  await page.getByLabel(labels.register.repeat, { exact: true }).fill(who.password)
  await page.getByLabel(labels.register.captcha, { exact: true }).fill('abcd')
  await page.getByRole('button', { name: labels.register.submit }).click()
  await expect(toast(page, labels.register.done)).toBeVisible()
  await expect(page).toHaveURL(/#\/$/)
}

export async function logIn(page: Page, name: string, password: string): Promise<void> {
  await open(page, paths.login)
  await page.getByLabel(labels.register.name, { exact: true }).fill(name)
  await page.getByLabel(labels.register.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: labels.login.submit, exact: true }).click()
  await expect(toast(page, labels.login.done)).toBeVisible()
}

/** Starts a deposit through the gateway and pays it on the company's own page. Returns the order number. */
export async function depositByGateway(page: Page, context: BrowserContext, yuan: string): Promise<string> {
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.online })
    .click()
  await page.getByLabel(labels.deposit.amount).fill(yuan)
  const [cashier] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: labels.deposit.submit }).click(),
  ])
  await cashier.getByRole('button', { name: '立即支付' }).click()
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await cashier.close()
  return orderNumber(page)
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
  await expect(toast(page, labels.deposit.submitted)).toBeVisible()
  return order
}

export function orderDialog(page: Page) {
  return page.getByRole('dialog', { name: labels.deposit.order })
}

/** The order number stands in the page's address. */
async function orderNumber(page: Page): Promise<string> {
  await expect(page).toHaveURL(/[?&]order=/)
  return new URL(page.url().replace('/#', '')).searchParams.get('order') ?? ''
}

/** Waits for the notice of a credited deposit, which comes by itself (DEP-08), and closes it. */
export async function takeNotice(page: Page, amount: string): Promise<void> {
  const notice = page.getByRole('dialog', { name: labels.notice.title })
  await expect(notice).toContainText(amount, { timeout: 30_000 })
  await notice.getByRole('button', { name: labels.notice.ok }).click()
  await expect(notice).toBeHidden()
}

/** The ticket the site keeps, to look at the account through the documented API. */
export async function ticketOf(page: Page): Promise<string> {
  return page.evaluate(
    () => (JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as { Ticket?: string }).Ticket ?? '',
  )
}
