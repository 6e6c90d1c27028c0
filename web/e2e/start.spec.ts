import { expect, type Page, test } from '@playwright/test'
import { house } from './lib/house'

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
