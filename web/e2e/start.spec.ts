import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { house } from './lib/house'
import { Watch } from './lib/watch'

const parts = ['.hero', '.title', '.line', '.button']
const ofThePage: Record<string, string> = {
  '.hero': '[aria-roledescription=slide]',
  '.title': '[aria-roledescription=slide] p',
  '.line': '[aria-roledescription=slide] p + p',
  '.button': '[aria-roledescription=slide] .btn',
}

/** Where something stands, to the pixel. */
const place = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((at) => {
      const { x, y, width, height } = at.getBoundingClientRect()
      return [x, y, width, height].map(Math.round)
    })

// The first paint is a copy: where the real page stands otherwise, the whole first screen jumps before the player's eyes.
test('what is painted first stands exactly where the page will stand', async ({ page }) => {
  // The slides would go on by themselves before a busy machine has looked at the first one.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const address = `${house().player}/#/`
  await page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()))
  await page.goto(address)
  await expect(page.locator('#start .title')).not.toBeEmpty()
  const painted = await Promise.all(parts.map((part) => place(page, `#start ${part}`)))
  expect(await page.evaluate(() => document.querySelector('#start img')?.getAttribute('src'))).toContain('/art/')

  await page.unroute('**/*')
  await page.reload()
  await expect(page.locator('[aria-roledescription=slide]').first()).toBeAttached()
  await expect(page.locator('#start')).toHaveCount(0)
  // Whatever moves on the way is seen by the walk's own watch for jumps; here it counts where things come to stand.
  await expect.poll(() => Promise.all(parts.map((part) => place(page, ofThePage[part] ?? '')))).toEqual(painted)
})

const packed = (file: URL) => brotliCompressSync(readFileSync(file)).length

// Everything counts that the browser asks for in that time, what it asks for after the first paint, too.
test('a first visit of the home page loads at most 90 kB of JavaScript in four seconds', async ({ page }) => {
  const watch = new Watch(page)
  await page.goto(`${house().player}/#/`)
  await expect(page.getByRole('main')).toBeVisible()
  await page.waitForTimeout(4000)
  await watch.settled()
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < 4000)
      .map(({ name }) => new URL(name).pathname),
  )
  const scripts = [...new Set(loaded.filter((name) => name.endsWith('.js')))]
  // A script of the entry, one of the form's layout, and those of the page.
  expect(scripts.length).toBeGreaterThan(5)
  // Browsers take brotli from https only, so the files of the build say what a player would load.
  const sizes = scripts.map((name) => packed(new URL(`../dist/player${name}`, import.meta.url)))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90_000)
})
