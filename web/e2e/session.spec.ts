import { expect, test } from '@playwright/test'
import { house, newPlayer } from './lib/house'
import { paths } from './lib/labels'
import { open, register, toast } from './lib/player'

const notLoggedIn = '还未登录，请先登录'

test('ACC-15 account pages, VIP and the bonus page send a visitor to the login', async ({ page }) => {
  for (const path of [
    paths.deposit,
    paths.withdrawal,
    paths.transfer,
    paths.cashLog,
    paths.betRecord,
    paths.bankCard,
    '/Vip',
    '/ConcessionaryFund',
  ]) {
    await open(page, path)
    await expect(page, path).toHaveURL(/#\/Login/i)
  }
})

// ACC-14, SES-7: many answers of 401 are one notice and one way to the login.
test('a session that ended elsewhere is told once', async ({ page }) => {
  await register(page, newPlayer())
  let refused = 0
  await page.route(/\/v1\/(Select|Do)\//, (route) => {
    refused++
    return route.fulfill({
      status: 401,
      json: { IsSuc: false, Message: notLoggedIn, ErrorMessage: notLoggedIn, ResultMessage: notLoggedIn },
    })
  })
  let logins = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && /#\/Login/i.test(frame.url())) logins++
  })
  await open(page, paths.withdrawal)
  await expect(toast(page, notLoggedIn)).toBeVisible()
  await expect(page).toHaveURL(/#\/Login/i)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
  expect(refused).toBeGreaterThan(0)
  await page.waitForTimeout(2500)
  expect(logins).toBeLessThanOrEqual(2)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('loginInfo') ?? '{}').Ticket ?? '')).toBe('')
})

// ACC-13
test('a confirmed logout ends the ticket on the server', async ({ page, isMobile }) => {
  await register(page, newPlayer())
  const ticket = await page.evaluate(() => JSON.parse(localStorage.getItem('loginInfo') ?? '{}').Ticket as string)
  expect(ticket).not.toBe('')
  if (isMobile) await open(page, '/Mine')
  await page.getByRole('button', { name: '退出' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('loginInfo') ?? '{}').Ticket ?? '')).toBe(ticket)
  await page.getByRole('button', { name: '退出' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认' }).click()
  await expect(page).toHaveURL(/#\/$/)
  const answer = await page.request.post(`${house().player}/v1/Select/PlayerInfoItem`, {
    headers: { Authorization: ticket },
  })
  expect([401, 403]).toContain(answer.status())
})
