import { expect, test } from '@playwright/test'
import { house, newPlayer, requestToken } from './lib/house'
import { paths } from './lib/labels'
import { expectMessage, messagesOf } from './lib/messages'
import { open, register, ticketOf } from './lib/player'

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
  const before = (await messagesOf(page)).length
  await open(page, paths.withdrawal)
  await expectMessage(page, notLoggedIn)
  await expect(page).toHaveURL(/#\/Login/i)
  expect(refused).toBeGreaterThan(0)
  await page.waitForTimeout(2500)
  // A busy browser may take its time to leave the page, which then says why once more; nothing else is said.
  const told = (await messagesOf(page)).slice(before)
  expect(told.filter((sentence) => !sentence.includes(notLoggedIn))).toEqual([])
  expect(told.length).toBeLessThanOrEqual(2)
  expect(logins).toBeLessThanOrEqual(2)
  expect(await ticketOf(page)).toBe('')
})

// ACC-13
test('a confirmed logout ends the ticket on the server', async ({ page, isMobile }) => {
  await register(page, newPlayer())
  const ticket = await ticketOf(page)
  expect(ticket).not.toBe('')
  const path = '/v1/Select/PlayerInfoItem'
  const opens = async () => {
    const headers = { Authorization: ticket, 'X-Req-Token': await requestToken(path, 'POST') }
    return (await page.request.post(`${house().player}${path}`, { headers })).status()
  }
  expect(await opens()).toBe(200)
  const dialog = page.getByRole('dialog', { name: '退出登录' })
  if (isMobile) await open(page, '/Mine')
  await page.getByRole('button', { name: '退出' }).first().click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  expect(await ticketOf(page)).toBe(ticket)
  await page.getByRole('button', { name: '退出' }).first().click()
  await dialog.getByRole('button', { name: '确认' }).click()
  // The page forgets the ticket when the server has answered; the home page's address may have stood there all along.
  await expect.poll(() => ticketOf(page)).toBe('')
  await expect(page).toHaveURL(/#\/$/)
  expect(await opens()).toBe(401)
})
