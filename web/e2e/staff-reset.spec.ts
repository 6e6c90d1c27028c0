import { expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import { expectMessage } from './lib/messages'
import { logIn, open, register } from './lib/player'
import { openBackOffice, top, visit, visitAnew } from './lib/staff'
import { expectAccessible } from './lib/watch'

const sentence = '用户名或重设码不正确，或重设码已过期'

/** Issues a code on the player's page and returns it. */
async function issue(office: Page, name: string, reason: string): Promise<string> {
  await visitAnew(office, `/players/${name}`, name)
  await office.getByRole('button', { name: '重设登录密码' }).click()
  await top(office).getByLabel('原因').fill(reason)
  await top(office).getByRole('button', { name: '签发重设码' }).click()
  const shown = office.getByRole('dialog').filter({ hasText: '重设码只显示这一次' })
  const code = (await shown.locator('.reset-code').innerText()).trim()
  expect(code).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/)
  await expectAccessible(office, 'the code')
  await shown.getByRole('button', { name: '我已告知玩家' }).click()
  await expect(office.getByText(code)).toHaveCount(0)
  return code
}

async function reset(page: Page, name: string, code: string, password: string): Promise<void> {
  await page.getByLabel(labels.register.name, { exact: true }).fill(name)
  await page.getByLabel('重设码', { exact: true }).fill(code)
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByLabel('确认新密码', { exact: true }).fill(password)
  await page.getByLabel(labels.register.captcha, { exact: true }).fill('abcd')
  await page.getByRole('button', { name: '设置新密码' }).click()
}

// ACC-11, H-60
test('who forgot the password gets back in: staff issue a code, the player sets a new password', async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000)
  const who = newPlayer()
  const reason = `来电核实 ${who.name}`
  const password = `${who.password}9z`
  const home = await browser.newContext()
  const old = await home.newPage()
  await register(old, who)

  const office = await openBackOffice(browser)
  let code = ''
  // All tests share the house's clock: one that moves it on may let the code expire, and then another is issued.
  await expect(async () => {
    code = await issue(office, who.name, reason)
    await open(page, paths.forget)
    await expect(page.getByRole('main').getByRole('button', { name: '联系客服' })).toBeVisible()
    await expectAccessible(page, '/Forget')
    await reset(page, who.name, '0000 1111 2222 3333', password)
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible({ timeout: 15_000 })
    await reset(page, who.name, code, password)
    await expect(page).toHaveURL(/#\/Login$/, { timeout: 15_000 })
  }).toPass({ timeout: 300_000 })
  await expectMessage(page, '密码已重设')
  await logIn(page, who.name, password)

  // Whoever was in is out.
  await old.goto(old.url().replace(/#.*/, `#${paths.cashLog}`))
  await old.reload()
  await expect(old).toHaveURL(/#\/Login/)

  await visit(office, '/audit', '审计日志')
  const row = office.getByRole('row').filter({ hasText: reason }).first()
  await expect(row).toContainText('签发密码重设码')
  await expect(office.getByText(code)).toHaveCount(0)
  await office.goto(`/#/players/${who.name}`)
  await expect(office.getByText('用重设码改过密码')).toBeVisible()
  await home.close()
})
