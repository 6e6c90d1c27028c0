import { expect, type Locator, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { labels, paths } from './lib/labels'
import { open, register } from './lib/player'
import { expectAccessible } from './lib/watch'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/**
 * Answers the captcha and sends, until what is waited for has come: another test that moves the house's clock on lets
 * a captcha expire.
 */
const answerCaptcha = (page: Page, send: Locator, done: (options: { timeout: number }) => Promise<void>) =>
  expect(async () => {
    await field(page, labels.register.captcha).fill('abcd')
    await send.click()
    await done({ timeout: 15_000 })
  }).toPass({ timeout: 90_000 })

// ACC-02..05: each broken rule has its own sentence.
test('registration says what is wrong, field by field', async ({ page }) => {
  await open(page, paths.register)
  const { name, phone, password, repeat, captcha, submit } = labels.register
  const send = () => page.getByRole('button', { name: submit }).click()
  await send()
  for (const sentence of ['用户名不能为空', '手机号不能为空', '密码不能为空', '验证码不能为空']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expectAccessible(page, 'register with every field wrong')

  for (const [label, typed, sentence] of [
    [name, 'abc', '请输入4-10位数字或字母'],
    [name, '用户名字', '请输入4-10位数字或字母'],
    [phone, '12345678901', '请输入正确手机号'],
    [password, '1234', '请输入5-20位数字或字母'],
    [captcha, 'abc', '请输入4位数字或字母的验证码'],
  ] as const) {
    await field(page, label).fill(typed)
    await send()
    await expect(page.getByText(sentence, { exact: true }).first(), `${label}: ${typed}`).toBeVisible()
  }
  await field(page, password).fill('secret1')
  await field(page, repeat).fill('secret2')
  await send()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  // ACC-01: spaces vanish as they are typed.
  await field(page, name).fill('')
  await field(page, name).pressSequentially('ab cd')
  await expect(field(page, name)).toHaveValue('abcd')
})

test('a wrong captcha is refused by the server and a new picture is drawn', async ({ page }) => {
  await open(page, paths.register)
  const who = newPlayer()
  const { name, phone, password, repeat, captcha, submit } = labels.register
  await field(page, name).fill(who.name)
  await field(page, phone).fill(who.phone)
  await field(page, password).fill(who.password)
  await field(page, repeat).fill(who.password)
  await field(page, captcha).fill('0000')
  const picture = page.getByRole('button', { name: /图形验证码/ }).locator('img')
  await expect(picture).toHaveAttribute('src', /./)
  const before = (await picture.getAttribute('src')) ?? ''
  await page.getByRole('button', { name: submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: /验证码/ })).toBeVisible()
  await expect(picture).not.toHaveAttribute('src', before)
  await expect(field(page, captcha)).toHaveValue('')
})

test('a name that is taken is refused, also in other letters', async ({ page, browser }) => {
  const who = newPlayer()
  await register(page, who)
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await open(other, paths.register)
  const again = { ...newPlayer(), name: who.name.toUpperCase() }
  const { name, phone, password, repeat, submit } = labels.register
  await field(other, name).fill(again.name)
  await field(other, phone).fill(again.phone)
  await field(other, password).fill(again.password)
  await field(other, repeat).fill(again.password)
  const refusal = other.getByRole('alert').filter({ hasText: /用户名/ })
  await answerCaptcha(other, other.getByRole('button', { name: submit }), (within) =>
    expect(refusal).toBeVisible(within),
  )
})

// ACC-10: the captcha comes after a failure, and then it is required.
test('a failed login asks for a captcha, and the right answers let one in', async ({ page, browser }) => {
  const who = newPlayer()
  await register(page, who)
  const fresh = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await open(fresh, paths.login)
  const submit = fresh.getByRole('main').getByRole('button', { name: labels.login.submit, exact: true })
  await expect(field(fresh, labels.register.captcha)).toHaveCount(0)
  await field(fresh, labels.register.name).fill(who.name)
  await field(fresh, labels.register.password).fill('wrong123')
  await submit.click()
  await expect(fresh.getByRole('alert').filter({ hasText: /密码/ })).toBeVisible()
  await expect(field(fresh, labels.register.captcha)).toBeVisible()
  await expectAccessible(fresh, 'login with captcha')
  await field(fresh, labels.register.password).fill(who.password)
  await submit.click()
  await expect(fresh.getByText('验证码不能为空')).toBeVisible()
  await answerCaptcha(fresh, submit, (within) => expect(fresh).toHaveURL(/#\/$/, within))
})

// DEP-06
test('a deposit says what is wrong with the amount and the name', async ({ page }) => {
  await register(page, newPlayer())
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: labels.deposit.methods })
    .getByRole('button', { name: labels.deposit.bank })
    .click()
  const send = () => page.getByRole('button', { name: labels.deposit.submit }).click()
  await send()
  await expect(page.getByText('请输入存款金额')).toBeVisible()
  await expect(page.getByText('请输入存款人姓名')).toBeVisible()
  await expectAccessible(page, 'deposit with errors')
  for (const [typed, sentence] of [
    ['abc', '请输入正确金额'],
    ['1.234', '请输入正确金额'],
    ['0', '请输入正确金额'],
    ['1', /金额不能低于/],
    ['99999999', /金额不能高于/],
  ] as const) {
    await field(page, labels.deposit.amount).fill(typed)
    await send()
    await expect(page.getByText(sentence).first(), typed).toBeVisible()
  }
  await field(page, labels.deposit.payer).fill('John Smith')
  await send()
  await expect(page.getByText('请输入正确的姓名')).toBeVisible()
})
