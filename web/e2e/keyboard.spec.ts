import { expect, type Locator, type Page, test } from '@playwright/test'
import { addressOf } from './lib/addresses'
import { advance, companyBooks, house, newPlayer, playedAt } from './lib/house'
import { tabTo, walk } from './lib/keyboard'
import { labels, paths } from './lib/labels'
import { expectMessage, keepMessages } from './lib/messages'
import { noticesClosed, open, orderDialog, register } from './lib/player'
import { phoneRoutes, playerRoutes, publicRoutes } from './lib/routes'
import { whole } from './lib/scope'
import { Watch } from './lib/watch'

/** Pages that fill the window have no bars, so no link that leads over them. */
const alone = /^\/(Goto|Frame)/

/** They lead a visitor to the home page by themselves. */
const passing = ['/Goto', '/maintain']

/** `make e2e-all` walks every page; `make test` walks every second one, of which routes.spec.ts opens the others on the desktop. */
const walked = (routes: string[]) =>
  routes.filter((path, index) => ![...phoneRoutes, ...passing].includes(path) && (whole || index % 2 === 0))

const halves = (routes: string[]) => [0, 1].map((rest) => routes.filter((_, index) => index % 2 === rest))

for (const [who, routes] of [
  ['a visitor', publicRoutes],
  ['a player', playerRoutes],
] as const) {
  for (const [index, some] of halves(walked(routes)).entries()) {
    test(`NAV-13 Tab goes through every page for ${who}, ${index + 1} of 2: in order, marked and in view`, async ({
      page,
    }) => {
      test.setTimeout(480_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const watch = new Watch(page)
      if (who === 'a player') await register(page, newPlayer())
      const faults: string[] = []
      for (const route of some) {
        await test.step(route, async () => {
          const address = await addressOf(page, route)
          // A new document: the walk begins at its top.
          await page.goto('about:blank')
          await open(page, address)
          await expect(page.getByRole('main')).toBeVisible()
          if (route === '/') await noticesClosed(page)
          await watch.settled()
          const begin = alone.test(route) ? /./ : /^跳到正文/
          for (const fault of await walk(page, begin)) faults.push(`${route}: ${fault}`)
        })
      }
      expect(faults).toEqual([])
    })
  }
}

const account = (page: Page) => page.getByRole('navigation', { name: '账户菜单' })

/** Goes to a page by the menu of the account, with the keyboard. */
async function visit(page: Page, name: string): Promise<void> {
  await press(page, account(page).getByRole('link', { name, exact: true }))
}

/** Goes to a button or a link, and presses it. */
async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types into it. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Goes to a list and moves down in it until it shows what is wanted. */
async function choose(page: Page, list: Locator, wanted: RegExp): Promise<void> {
  await tabTo(page, list)
  for (let moved = 0; moved < 60; moved++) {
    const shown = await list.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')
    if (wanted.test(shown)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the list never shows ${wanted}`)
}

/** Presses the button of a dialog, and waits until it is gone. */
async function answer(page: Page, dialog: Locator, button: string): Promise<void> {
  await press(page, dialog.getByRole('button', { name: button }))
  await expect(dialog).toBeHidden()
}

test('NAV-13 a player registers, pays in, moves money, reads a record, asks support and withdraws without a mouse', async ({
  page,
  context,
}) => {
  const who = newPlayer()
  await keepMessages(page)

  await test.step('register', async () => {
    await page.goto(`${house().player}/#${paths.register}`)
    await type(page, page.getByLabel(labels.register.name, { exact: true }), who.name)
    await type(page, page.getByLabel(labels.register.phone, { exact: true }), who.phone)
    await type(page, page.getByLabel(labels.register.password, { exact: true }), who.password)
    await type(page, page.getByLabel(labels.register.repeat, { exact: true }), who.password)
    await type(page, page.getByLabel(labels.register.captcha, { exact: true }), 'abcd')
    await page.keyboard.press('Enter')
    await expectMessage(page, labels.register.done)
    await answer(page, page.getByRole('dialog', { name: '热门公告' }), '知道了')
  })

  await test.step('deposit through a gateway', async () => {
    await press(page, page.getByRole('banner').getByRole('link', { name: '存款', exact: true }))
    const methods = page.getByRole('group', { name: labels.deposit.methods })
    await press(page, methods.getByRole('button', { name: labels.deposit.online }))
    await type(page, page.getByLabel(labels.deposit.amount), '500')
    await tabTo(page, page.getByRole('button', { name: labels.deposit.submit }))
    const [cashier] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await press(cashier, cashier.getByRole('button', { name: '立即支付' }))
    await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
    await cashier.close()
    await answer(page, page.getByRole('dialog', { name: labels.notice.title }), labels.notice.ok)
    await expect(orderDialog(page)).toBeHidden()
  })

  await test.step('move money to a venue', async () => {
    await visit(page, '转账')
    await choose(page, page.getByLabel(labels.transfer.to, { exact: true }), new RegExp(labels.board.venue))
    await type(page, page.getByLabel(labels.transfer.amount), '300')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(labels.transfer.amount)).toHaveValue('')
    expect((await companyBooks()).venues.ky?.[who.name]).toBe('300.00')
    // Enough play to meet the turnover requirement of the deposit.
    for (const stake of [300, 280]) await playedAt('ky', who.name, `${stake}`, `${stake - 10}`)
    for (let minutes = 0; minutes < 10; minutes += 2) await advance('2m')
  })

  await test.step('open a record and close it: the focus is on its row again', async () => {
    await visit(page, '资金记录')
    const row = page.getByRole('main').getByRole('button', { name: /^查看 .+ 的详情$/ })
    await press(page, row)
    const sheet = page.getByRole('dialog', { name: '记录详情' })
    await expect(sheet.getByText('500.00').first()).toBeVisible()
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(row).toBeFocused()
  })

  await test.step('ask support', async () => {
    await visit(page, '客服中心')
    await press(page, page.getByRole('button', { name: '提交问题' }))
    await choose(page, page.getByLabel('问题类型'), /账号/)
    await type(page, page.getByLabel('问题描述'), '请问如何修改手机号？')
    await press(page, page.getByRole('button', { name: '提交', exact: true }))
    await expect(page.getByRole('heading', { name: /请问如何修改手机号/ })).toBeVisible()
  })

  await test.step('fill in the real name and bind a card', async () => {
    await visit(page, '个人资料')
    await type(page, page.getByLabel(labels.profile.trueName), who.trueName)
    await press(page, page.getByRole('button', { name: labels.profile.save }))
    await press(page, page.getByRole('button', { name: labels.profile.confirm }))
    await expectMessage(page, labels.profile.saved)
    await press(page, page.getByRole('button', { name: '绑定银行卡', exact: true }))
    await choose(page, page.getByLabel(labels.card.bank), /银行/)
    await choose(page, page.getByLabel(labels.card.province), /广东/)
    await choose(page, page.getByLabel(labels.card.city), /深圳/)
    await type(page, page.getByLabel(labels.card.branch), '科技园支行')
    await type(page, page.getByLabel(labels.card.number), who.card)
    await page.keyboard.press('Enter')
    await expectMessage(page, labels.card.done)
  })

  await test.step('withdraw', async () => {
    await visit(page, '提款')
    await type(page, page.getByLabel(labels.withdrawal.amount, { exact: true }), '100')
    await press(page, page.getByRole('button', { name: labels.withdrawal.submit }))
    const sheet = page.getByRole('dialog', { name: labels.withdrawal.confirm })
    await answer(page, sheet, labels.withdrawal.confirmSubmit)
    const asked = page.getByRole('dialog', { name: labels.withdrawal.done })
    await answer(page, asked, labels.withdrawal.finish)
  })
})
