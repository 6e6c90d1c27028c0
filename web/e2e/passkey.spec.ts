import { expect, type Page, test } from '@playwright/test'
import { house, newPlayer } from './lib/house'
import { register, ticketOf } from './lib/player'

/** The site at localhost: browsers know no passkeys at an address of numbers. */
const site = () => house().player.replace('127.0.0.1', 'localhost')

/** A phone's own authenticator, as Chromium plays it: it keeps passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

// H-447
test('a player adds a passkey, logs out and logs in with it', async ({ page, isMobile }) => {
  const who = newPlayer()
  await register(page, who)
  await addAuthenticator(page)
  await page.goto(`${site()}/#/Login`)
  await page.getByLabel('用户名', { exact: true }).fill(who.name)
  await page.getByLabel('密码', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect.poll(() => ticketOf(page)).not.toBe('')

  await page.goto(`${site()}/#/Security`)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabel('名称').fill('我的手机')
  await dialog.getByLabel('登录密码').fill(who.password)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('list', { name: '通行密钥' })).toContainText('我的手机')

  if (isMobile) await page.goto(`${site()}/#/Mine`)
  await page.getByRole('button', { name: '退出' }).first().click()
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '确认' }).click()
  await expect.poll(() => ticketOf(page)).toBe('')

  await page.goto(`${site()}/#/Login`)
  await page.getByRole('button', { name: '用通行密钥登录' }).click()
  await expect.poll(() => ticketOf(page)).not.toBe('')

  await page.goto(`${site()}/#/Security`)
  await expect(page.getByRole('list', { name: '通行密钥' })).toContainText('最近使用')
})
