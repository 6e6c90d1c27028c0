import { expect, type Page, test } from '@playwright/test'
import { expectDone, freshCode, openBackOffice, top, twoPeople, visit } from './lib/staff'

/** The second person agrees to what is asked with this reason. */
async function agreeTo(checker: Page, reason: string): Promise<void> {
  await visit(checker, '/approvals', '双人复核')
  const request = checker.getByRole('row').filter({ hasText: reason }).first()
  await request.getByRole('button', { name: '通过' }).click()
  await top(checker).getByRole('button', { name: '通过' }).click()
  await freshCode(checker, '已通过')
  await expectDone(checker, '已通过')
}

/** A picture for people, where a folder is named for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HONGYUN_SHOTS
  if (!folder) return
  await page.screenshot({ path: `${folder}/${name}-1366.png`, fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${folder}/${name}-390.png`, fullPage: true })
  await page.setViewportSize({ width: 1366, height: 768 })
}

// ADM-1: what a role gains needs a second person.
test('two people make a role, and one person narrows it', async ({ browser }) => {
  const stamp = Date.now().toString(36).slice(-6)
  const [maker, checker] = await twoPeople(browser)
  await visit(maker, '/staff/roles', '角色与权限')
  await maker.getByRole('button', { name: '新增角色' }).click()
  await top(maker).getByLabel('角色名称').fill(`夜班${stamp}`)
  await top(maker).getByLabel('查看存款').check()
  await top(maker).getByLabel('查看提款').check()
  await top(maker).getByLabel('原因').fill(`夜班值守 ${stamp}`)
  await picture(maker, 'role-dialog')
  await top(maker).getByRole('button', { name: '提交' }).click()
  await freshCode(maker, '等待复核人处理')
  await expectDone(maker, '等待复核人处理')
  await agreeTo(checker, `夜班值守 ${stamp}`)
  await visit(maker, '/staff/roles', '角色与权限')
  const row = maker.getByRole('row').filter({ hasText: `夜班${stamp}` })
  await expect(row.getByText('查看提款')).toBeVisible()
  await picture(maker, 'roles')
  await row.getByRole('button', { name: '修改' }).click()
  await top(maker).getByLabel('查看提款').uncheck()
  await top(maker).getByLabel('原因').fill('不再处理提款')
  await top(maker).getByRole('button', { name: '提交' }).click()
  await freshCode(maker, '已保存')
  await expectDone(maker, '已保存')
  await expect(row.getByText('查看提款')).toHaveCount(0)
  await row.getByRole('button', { name: '删除' }).click()
  await top(maker).getByLabel('原因').fill('测试结束')
  await top(maker).getByRole('button', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
})

test('one sees where one is logged in, and ends another session', async ({ browser }) => {
  const page = await openBackOffice(browser)
  const second = await openBackOffice(browser)
  await visit(page, '/profile', '我的账号')
  await expect(page.getByText('当前', { exact: true })).toBeVisible()
  await picture(page, 'profile')
  await page.getByRole('button', { name: '结束其他登录' }).click()
  await expectDone(page, '已结束')
  await second.goto('/#/profile')
  await second.reload()
  await expect(second.getByLabel('动态口令')).toBeVisible()
})

test('a list of networks without one’s own address is refused', async ({ browser }) => {
  const page = await openBackOffice(browser)
  await visit(page, '/staff/networks', '后台地址名单')
  await picture(page, 'networks')
  await page.getByRole('button', { name: '修改名单' }).click()
  await top(page).getByLabel('允许的地址和网段').fill('203.0.113.0/24')
  await top(page).getByLabel('原因').fill('只限办公室')
  await top(page).getByRole('button', { name: '提交' }).click()
  await freshCode(
    page,
    top(page)
      .getByText(/名单不包含您当前的地址/)
      .first(),
  )
  await expect(
    top(page)
      .getByText(/名单不包含您当前的地址/)
      .first(),
  ).toBeVisible()
})

// ADM-1: where alarms go is a matter of two people.
test('two people set a receiver of alarms, and its test says what is wrong', async ({ browser }) => {
  const stamp = Date.now().toString(36).slice(-6)
  const [maker, checker] = await twoPeople(browser)
  await visit(maker, '/alarms', '报警')
  await maker.getByRole('button', { name: '新增去向' }).click()
  await top(maker).getByLabel('名称').fill(`值班${stamp}`)
  await top(maker).getByLabel('邮件服务器').fill('mail.invalid')
  await top(maker).getByLabel('发件人').fill('robot@example.com')
  await top(maker).getByLabel('收件人').fill('duty@example.com')
  await top(maker).getByLabel('原因').fill(`设置报警 ${stamp}`)
  await picture(maker, 'alarm-dialog')
  await top(maker).getByRole('button', { name: '提交' }).click()
  await freshCode(maker, '等待复核人处理')
  await expectDone(maker, '等待复核人处理')
  await agreeTo(checker, `设置报警 ${stamp}`)
  await visit(maker, '/alarms', '报警')
  const row = maker
    .getByRole('row')
    .filter({ hasText: `值班${stamp}` })
    .first()
  await row.getByRole('button', { name: '测试' }).click()
  await expect(row.getByText(/未送达/)).toBeVisible()
  await picture(maker, 'alarms')
})
