import { expect, type Page, test } from '@playwright/test'
import { simplified } from '../shared/src/hant/table'
import { newPlayer } from './lib/house'
import { open, register } from './lib/player'
import { Watch } from './lib/watch'

/** What a page still shows in Simplified Chinese, apart from names, fields and what a venue or a promotion's frame shows. */
const left = (page: Page) =>
  page.evaluate((signs) => {
    const out: string[] = []
    const known = new Set(signs)
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent ?? ''
      if (node.parentElement?.closest('script, style, noscript, textarea, [data-own-words]')) continue
      if ([...text].some((sign) => known.has(sign))) out.push(text.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (element.closest('[data-own-words]')) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name) ?? ''
        if ([...text].some((sign) => known.has(sign))) out.push(`${name}: ${text}`)
      }
    }
    return out
  }, simplified)

test('H-400 every page is shown in Traditional Chinese once it is chosen, and in Simplified again', async ({ page }, {
  project,
}) => {
  test.setTimeout(180_000)
  const phone = project.name === 'h5'
  const watch = new Watch(page)
  await register(page, newPlayer())
  if (phone) await open(page, '/Mine')
  await page.getByRole('button', { name: '繁體中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  for (const path of [
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
  ]) {
    await page.goto(`${new URL(page.url()).origin}/#${path}`)
    await expect(page.getByRole('main')).toBeVisible()
    await watch.settled()
    expect.soft(await left(page), `Simplified on ${path}`).toEqual([])
  }
  if (phone) await page.goto(`${new URL(page.url()).origin}/#/Mine`)
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await expect(page.getByRole('button', { name: '繁體中文' })).toBeVisible()
})
