import { expect, type Page, test } from '@playwright/test'
import { simplified } from '../shared/src/hant/table'
import { newPlayer } from './lib/house'
import { open, register } from './lib/player'
import { Watch } from './lib/watch'

/** Texts of a page with one of some characters, apart from names, fields and what a venue or a promotion's frame shows. */
const textsWith = (page: Page, signs: string) =>
  page.evaluate((signs) => {
    const out: string[] = []
    const known = new RegExp(signs, 'u')
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent ?? ''
      if (node.parentElement?.closest('script, style, noscript, textarea, [data-own-words]')) continue
      if (known.test(text)) out.push(text.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (element.closest('[data-own-words]')) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name) ?? ''
        if (known.test(text)) out.push(`${name}: ${text}`)
      }
    }
    return out
  }, signs)

const pages = [
  '/',
  '/Deposit',
  '/Withdrawal',
  '/CashLog',
  '/Vip',
  '/ConcessionaryFund',
  '/Limits',
  '/Help',
  '/Security',
  '/Sport_05',
]

test('H-400 every page is shown in Traditional Chinese once it is chosen, and in Simplified again', async ({ page }, {
  project,
}) => {
  test.setTimeout(180_000)
  const phone = project.name === 'h5'
  const watch = new Watch(page)
  await register(page, newPlayer())
  if (phone) await open(page, '/Mine')
  await page.getByRole('button', { name: '繁體' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  for (const path of pages) {
    await page.goto(`${new URL(page.url()).origin}/#${path}`)
    await expect(page.getByRole('main')).toBeVisible()
    await watch.settled()
    expect.soft(await textsWith(page, `[${simplified}]`), `Simplified on ${path}`).toEqual([])
  }
  if (phone) await page.goto(`${new URL(page.url()).origin}/#/Mine`)
  await page.getByRole('button', { name: '简体' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await expect(page.getByRole('button', { name: '繁體' })).toBeVisible()
})

test('H-485 every page is shown in English once it is chosen, and nothing is wider than the window', async ({ page }, {
  project,
}) => {
  test.setTimeout(180_000)
  const phone = project.name === 'h5'
  const watch = new Watch(page)
  await register(page, newPlayer())
  if (phone) await open(page, '/Mine')
  await page.getByRole('group', { name: '语言' }).getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  for (const path of [
    ...pages,
    '/Activity',
    '/Discount',
    '/Inbox',
    '/Support',
    '/Transfer',
    '/BankCard',
    '/Invite',
    '/Egame/47',
  ]) {
    await page.goto(`${new URL(page.url()).origin}/#${path}`)
    await expect(page.getByRole('main')).toBeVisible()
    await watch.settled()
    expect.soft(await textsWith(page, '\\p{Script=Han}'), `Chinese on ${path}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(wide, `wider than the window on ${path}`).toBeLessThanOrEqual(0)
  }
  if (phone) await page.goto(`${new URL(page.url()).origin}/#/Mine`)
  await page.getByRole('group', { name: 'Language' }).getByRole('button', { name: '简体' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})
