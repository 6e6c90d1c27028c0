import { type Browser, expect, type Page, test } from '@playwright/test'
import { advance, house, houseNow, type StaffLogin, totp } from './lib/house'
import { expectFits } from './lib/look'
import { staffPages } from './lib/routes'
import { agree, expectDone, freshCode, logIn, openBackOffice, top, twoPeople, visit } from './lib/staff'
import { expectAccessible, Watch } from './lib/watch'

test('every page of the back office opens without an error and is accessible', async ({ browser }) => {
  test.setTimeout(600_000)
  const page = await openBackOffice(browser)
  const watch = new Watch(page)
  for (const [path, heading] of staffPages) {
    await test.step(path, async () => {
      await visit(page, path, heading)
      await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
      expect(await page.getByText('加载失败').count(), `${path} failed to load`).toBe(0)
      await expectFits(page, path)
      await expectAccessible(page, path)
    })
  }
  await watch.expectQuiet()
})

test('a player is found by name and their page opens on every tab', async ({ browser }) => {
  const page = await openBackOffice(browser)
  const watch = new Watch(page)
  const name = house().players[0]?.name ?? 'demo01'
  await page.getByRole('searchbox', { name: '全局搜索' }).fill(name)
  await page.getByRole('searchbox', { name: '全局搜索' }).press('Enter')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const tab of ['钱包', '分录', '转账', '存款', '提款', '注单', '流水要求', '银行卡', '登录']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
    expect(await page.getByText('加载失败').count(), `tab ${tab} failed to load`).toBe(0)
  }
  await expectAccessible(page, 'player page')
  await watch.expectQuiet()
})

test('what is looked at is written down: a phone number shows only with a reason, and the audit trail has it', async ({
  browser,
}) => {
  const page = await openBackOffice(browser)
  const name = house().players[0]?.name ?? 'demo01'
  await page.goto(`/#/players?q=${name}`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: '显示手机' }).click()
  await top(page).getByRole('button', { name: '显示', exact: true }).click()
  await expect(top(page).getByText('请填写原因')).toBeVisible()
  await top(page).getByLabel('原因').fill('端到端测试核对')
  await top(page).getByRole('button', { name: '显示', exact: true }).click()
  await expectDone(page, '已显示')
  await expect(page.getByText(/^1[3-9]\d{9}$/)).toBeVisible()
  await visit(page, '/audit', '审计日志')
  await expect(page.getByText('端到端测试核对').first()).toBeVisible()
})

test('the books are verified on request and hold; so does the audit chain', async ({ browser }) => {
  const page = await openBackOffice(browser)
  await visit(page, '/books', '账目核对')
  await page.getByRole('button', { name: '立即核对' }).click()
  await expect(page.getByRole('alert').getByText('账目一致')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('不通过')).toHaveCount(0)
  await visit(page, '/audit', '审计日志')
  await page.getByRole('button', { name: '校验哈希链' }).click()
  await expect(page.getByText(/哈希链完整，共 \d+ 条/)).toBeVisible()
})

test('a venue goes into maintenance and comes back, each with a reason', async ({ browser }) => {
  const page = await openBackOffice(browser)
  await visit(page, '/venues', '场馆')
  const row = page.getByRole('row').filter({ hasText: /\bleg · 31\b/ })
  for (const [button, state] of [
    ['设为维护', '维护'],
    ['设为开放', '开放'],
  ] as const) {
    await row.getByRole('button', { name: button }).click()
    await top(page).getByLabel('原因').fill('端到端测试切换')
    await top(page).getByRole('button', { name: button }).click()
    await expectDone(page, '已切换')
    await expect(row.getByText(state, { exact: true })).toBeVisible()
  }
})

test('a wrong code is refused with one sentence for everything, and the code field is emptied', async ({ page }) => {
  const { name, password } = house().staff
  await page.goto(`${house().admin}/#/login`)
  await page.getByLabel('账号').fill(name)
  await page.getByLabel('密码', { exact: true }).fill(`${password}x`)
  await page.getByLabel('动态口令').fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '用户名、密码或验证码错误' })).toBeVisible()
  await expect(page.getByLabel('动态口令')).toHaveValue('')
  await expectAccessible(page, 'login')
})

/** Two owners let somebody new in, who enrols with the half of each on a screen of their own. */
async function addColleague(browser: Browser, owners: [Page, Page], name: string, role: string): Promise<StaffLogin> {
  const [maker, checker] = owners
  await visit(maker, '/staff', '工作人员')
  await maker.getByRole('button', { name: '新增工作人员' }).click()
  await top(maker).getByLabel('账号').fill(name)
  await top(maker).getByLabel('人员（工号 / 证件）').fill(`id ${name}`)
  await top(maker).getByRole('checkbox', { name: role }).check()
  await top(maker).getByLabel('原因').fill('端到端测试新增')
  await top(maker).getByRole('button', { name: '新增工作人员' }).click()
  const half = maker.getByRole('dialog').filter({ hasText: '登记码只显示这一次' })
  await freshCode(maker, half)
  const code = await half.locator('.mono').innerText()
  await half.getByRole('button', { name: '我已保存' }).click()

  await agree(maker, checker, name)
  const other = checker.getByRole('dialog').filter({ hasText: '登记链接只显示这一次' })
  const link = await other.locator('.mono').innerText()
  await other.getByRole('button', { name: '我已保存' }).click()

  const page = await (await browser.newContext({ baseURL: house().admin, locale: 'zh-CN' })).newPage()
  await page.goto(link.trim())
  await page.getByLabel('登记码').fill(code.trim())
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('img', { name: '身份验证器二维码' })).toBeVisible()
  await expectAccessible(page, 'enrolment')
  const who = {
    name,
    password: `own words of ${Date.now()}`,
    totpSecret: (await page.locator('.mono').innerText()).trim(),
  }
  await page.getByLabel('新密码', { exact: true }).fill(who.password)
  await page.getByLabel('再次输入新密码').fill(who.password)
  await page.getByLabel('验证器显示的 6 位动态口令').fill(totp(who.totpSecret, await houseNow()))
  await page.getByRole('button', { name: '完成登记' }).click()
  // The address changes before the page does: until the login page is there, the link leads to the form that is still shown.
  await expect(page.getByLabel('动态口令', { exact: true })).toBeVisible()
  await page.goto(link.trim())
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '已使用或已过期' })).toBeVisible()
  await page.context().close()
  return who
}

// ADM-1: who asks for a change of rights can never be the one who allows it.
test('a change of roles needs another person, and never the one who asked', async ({ browser }) => {
  const stamp = Date.now().toString(36).slice(-6)
  const [maker, other] = await twoPeople(browser)
  const second = await addColleague(browser, [maker, other], `boss-${stamp}`, '管理员')
  const third = await addColleague(browser, [maker, other], `desk-${stamp}`, '客服')

  await visit(maker, `/staff?q=${third.name}`, '工作人员')
  const row = maker.getByRole('row').filter({ hasText: third.name })
  await row.getByRole('button', { name: '改角色' }).click()
  await top(maker).getByRole('checkbox', { name: '财务' }).check()
  // Its own, so that what an earlier try left waiting is not taken for it.
  const reason = `调岗到财务 ${stamp}`
  await top(maker).getByLabel('原因').fill(reason)
  await top(maker).getByRole('button', { name: '改角色' }).click()
  await freshCode(maker, '等待复核人处理')
  await expectDone(maker, '等待复核人处理')
  await expect(row.getByText('变更待复核')).toBeVisible()

  const request = (page: Page) => page.getByRole('row').filter({ hasText: reason }).first()
  await visit(maker, '/approvals', '双人复核')
  await expect(request(maker).getByRole('button', { name: '撤回' })).toBeVisible()
  await expect(request(maker).getByRole('button', { name: '通过' })).toHaveCount(0)

  const checker = await openBackOffice(browser, second)
  await visit(checker, '/approvals', '双人复核')
  await request(checker).getByRole('button', { name: '通过' }).click()
  await top(checker).getByRole('button', { name: '通过' }).click()
  await freshCode(checker, '已通过')
  await expectDone(checker, '已通过')

  await visit(maker, `/staff?q=${third.name}`, '工作人员')
  await expect(row.getByText('财务')).toBeVisible()
})

test('support staff see no page they may not, and the server refuses what the menu hides', async ({ browser }) => {
  const support = await addColleague(
    browser,
    await twoPeople(browser),
    `help-${Date.now().toString(36).slice(-6)}`,
    '客服',
  )
  const page = await openBackOffice(browser, support)
  await expect(page.getByRole('menuitem', { name: '玩家' })).toBeVisible()
  for (const hidden of ['工作人员', '审计日志', '账目核对', '双人复核']) {
    await expect(page.getByRole('menuitem', { name: hidden })).toHaveCount(0)
  }
  await page.goto('/#/audit')
  await expect(page.getByText('没有权限查看此页面')).toBeVisible()
  for (const path of ['/audit', '/staff', '/books', '/approvals', '/feed']) {
    expect((await page.request.get(`/admin/v1${path}`)).status(), path).toBe(403)
  }
})

test('logging out ends the session on the server too', async ({ browser }) => {
  const page = await openBackOffice(browser)
  expect((await page.request.get('/admin/v1/me')).status()).toBe(200)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByLabel('动态口令')).toBeVisible()
  expect((await page.request.get('/admin/v1/me')).status()).toBe(401)
})

test('a code is good for one login', async ({ browser, page }) => {
  await advance('31s')
  const { name, password, totpSecret } = house().staff
  const code = totp(totpSecret, await houseNow())
  const logInOnce = async () =>
    (await page.request.post(`${house().admin}/admin/v1/login`, { data: { name, password, code } })).status()
  const answers = [await logInOnce(), await logInOnce()]
  expect(answers[1]).toBe(403)
  // The other way in stays open: the next code.
  const later = await browser.newContext({ baseURL: house().admin, locale: 'zh-CN' })
  await logIn(await later.newPage(), house().staff)
})
