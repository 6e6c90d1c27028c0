import { expect, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { depositByGateway, open, register, takeNotice } from './lib/player'
import { openBackOffice, top, visit } from './lib/staff'
import { expectAccessible } from './lib/watch'

const shots = process.env.HONGYUN_SHOTS
/** Pictures for whoever looks at the screens; none in a usual run. */
const shot = async (page: import('@playwright/test').Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${test.info().project.name}-${name}.png` })
}

test('a player is told of a deposit, asks support about it with a picture, and hears the answer while the page is open', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(480_000)
  const who = newPlayer()
  await register(page, who)
  const order = await depositByGateway(page, context, '500')
  await takeNotice(page, '500')

  await open(page, '/')
  await expect(page.getByRole('link', { name: /消息，1 条未读/ })).toBeVisible()
  await shot(page, 'home-bell')
  await open(page, '/Inbox')
  await expect(page.getByText('存款到账 ¥500.00')).toBeVisible()
  await expectAccessible(page, 'the inbox')
  await shot(page, 'inbox')
  await page.getByRole('link', { name: '就此提问' }).click()

  await expect(page.getByText(`关于存款单 ${order}`)).toBeVisible()
  await page.getByLabel('问题描述').fill('到账金额不对\n请帮我核实 <script>alert(1)</script>')
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
    'base64',
  )
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: dot })
  await expect(page.getByRole('img', { name: '图片 1' })).toBeVisible()
  await shot(page, 'ask')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByRole('heading', { name: /到账金额不对/ })).toBeVisible()
  await expectAccessible(page, 'a question')

  const office = await openBackOffice(browser)
  await visit(office, '/tickets', '客服工单')
  await office
    .getByRole('button', { name: /到账金额不对/ })
    .first()
    .click()
  await expect(top(office).getByText('<script>alert(1)</script>')).toBeVisible()
  await shot(office, 'desk')
  await office.getByRole('button', { name: '领取', exact: true }).click()
  await office.getByRole('button', { name: '添加备注' }).click()
  await top(office).getByLabel('备注内容').fill('疑似看错订单')
  await top(office).getByRole('button', { name: '添加备注' }).click()
  await expect(office.getByText('疑似看错订单')).toBeVisible()
  await office.getByRole('button', { name: '回复玩家' }).click()
  await top(office).getByLabel('回复内容').fill('您好，到账金额与订单一致，请在资金记录中查看。')
  await top(office).getByRole('switch').click()
  await shot(office, 'answer')
  await top(office).getByRole('button', { name: '回复玩家' }).click()

  // The open page hears of the answer without being touched.
  await expect(page.getByText('您好，到账金额与订单一致，请在资金记录中查看。')).toBeVisible()
  await expect(page.getByText('疑似看错订单')).toHaveCount(0)
  await expect(page.getByText('已解决')).toBeVisible()
  await page.getByRole('button', { name: '5 分' }).click()
  await shot(page, 'thread')
  await page.getByRole('button', { name: '提交评价' }).click()
  await expect(page.getByText('您的评价：5 分')).toBeVisible()
  await open(page, '/Support')
  await expect(page.getByRole('list', { name: '我的问题' })).toBeVisible()
  await shot(page, 'support')
  await shot(office, 'desk-after')

  await open(page, '/Help')
  await page.getByRole('searchbox', { name: '搜索帮助' }).fill('没有到账')
  await expect(page.getByRole('link', { name: /如何存款/ })).toBeVisible()
  await expectAccessible(page, 'the help page')
  await shot(page, 'help')
  await page.getByRole('link', { name: /如何存款/ }).click()
  await expect(page.getByRole('heading', { name: '没有到账怎么办' })).toBeVisible()
  await shot(page, 'article')
  await visit(office, '/content/articles', '帮助文章')
  await shot(office, 'articles')
})
