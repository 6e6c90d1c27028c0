import { expect, type Page, test } from '@playwright/test'
import { newPlayer } from './lib/house'
import { expectFits } from './lib/look'
import { open, openHome, register } from './lib/player'
import { Watch } from './lib/watch'

const onDesktop = () => test.skip(test.info().project.name !== 'desktop', 'the phone has no hover menu')

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

/** Where the menu stands in the window, whole pixels from its top. */
const barsAt = async (page: Page) => Math.round((await menuOf(page).boundingBox())?.y ?? Number.NaN)

// The page's clock stands still and is moved by hand: how busy the machine is, which runs the test, is not measured.
test('NAV-04 a panel slides down 350 ms after the pointer came to rest, and goes when it leaves', async ({ page }) => {
  onDesktop()
  await page.clock.install()
  await openHome(page)
  await expect(menuOf(page)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 2 * 60_000)
  const panel = page.locator('[data-panel]')
  for (const [name, key] of [
    ['体育', 'sport'],
    ['真人', 'live'],
    ['捕鱼', 'fish'],
    ['电子', 'slot'],
    ['电竞', 'esport'],
    ['彩票', 'lottery'],
    ['棋牌', 'board'],
  ] as const) {
    const item = menuOf(page).getByRole('link', { name, exact: true })
    const shown = page.locator(`[data-panel="${key}"]`)
    await item.hover()
    await page.clock.runFor(349)
    await expect(item, name).toHaveAttribute('aria-expanded', 'false')
    await page.clock.runFor(1)
    await expect(item, name).toHaveAttribute('aria-expanded', 'true')
    // The first panel is fetched only now, and its frame comes with the next ticks.
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(shown).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await shown.hover()
    await page.clock.runFor(1000)
    await expect(shown).toBeVisible()
    await page.mouse.move(683, 740)
    await expect(panel).toHaveCount(0)
  }
})

test('NAV-05 the bars shift by 28 px past 30 px of scrolling, and come back at the very top', async ({ page }) => {
  onDesktop()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const watch = new Watch(page)
  await openHome(page)
  await expect(menuOf(page)).toBeVisible()
  await watch.settled()
  const start = await barsAt(page)
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
  await scrollTo(30)
  await page.waitForTimeout(100)
  expect(await barsAt(page)).toBe(start)
  await scrollTo(31)
  await expect.poll(() => barsAt(page)).toBe(start - 28)
  await scrollTo(1)
  await page.waitForTimeout(100)
  expect(await barsAt(page)).toBe(start - 28)
  await scrollTo(0)
  await expect.poll(() => barsAt(page)).toBe(start)
})

test('NAV-01 a new page begins at its top', async ({ page }) => {
  await openHome(page)
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('contentinfo').getByRole('link').first().click()
  await expect(page).toHaveURL(/tools/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

/** How many covers are seen in whole on the first two screens of 1366x768. */
const coversOnTwoScreens = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('li a[data-launch-name]')].filter(
        (cover) => cover.getBoundingClientRect().bottom + window.scrollY <= 2 * 768,
      ).length,
  )

for (const reader of ['a visitor', 'a player']) {
  test(`H-493 two screens of the home page show 24 covers to ${reader}`, async ({ page }) => {
    onDesktop()
    await page.setViewportSize({ width: 1366, height: 768 })
    if (reader === 'a player') {
      await register(page, newPlayer())
      await expect(page.getByRole('region', { name: '我的账户' })).toBeVisible()
    } else await openHome(page)
    await expect.poll(() => coversOnTwoScreens(page)).toBeGreaterThanOrEqual(24)
  })
}

test('H-491 a promotion is as high as its text, so that only the window scrolls', async ({ page }) => {
  await open(page, '/Activity/34')
  const heights = () =>
    page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      const text = frame.contentDocument?.documentElement
      return { unread: !text, hidden: (text?.scrollHeight ?? 0) - frame.clientHeight, high: frame.clientHeight > 1000 }
    })
  await expect.poll(heights).toEqual({ unread: false, hidden: 0, high: true })
  // Its scripts stay off: the frame has the site's origin and nothing else of it.
  await expect(page.locator('iframe')).not.toHaveAttribute('sandbox', /scripts/)
})

// Whoever walks with the keyboard sees where they are, everywhere.
test('NAV-13 the keyboard reaches everything on the home page, in order and in sight', async ({ page }) => {
  onDesktop()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const watch = new Watch(page)
  await openHome(page)
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await watch.settled()
  expect(await page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').count()).toBe(0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const hidden: string[] = []
  let stops = 0
  for (; stops < 300; stops++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const here = document.activeElement
      if (!here || here === document.body) return null
      const style = getComputedStyle(here)
      const box = here.getBoundingClientRect()
      const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight
      const marked = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
      return { what: here.outerHTML.slice(0, 120), good: seen && (marked || style.boxShadow !== 'none') }
    })
    if (!at) break
    if (!at.good) hidden.push(at.what)
  }
  expect(stops).toBeGreaterThan(25)
  expect(stops, 'the walk never came to its end').toBeLessThan(300)
  expect(hidden).toEqual([])
})

test('NAV-13 whoever asked for less motion sees none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const watch = new Watch(page)
  await openHome(page)
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await watch.settled()
  await page.waitForTimeout(500)
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => (animation.effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 100)),
  )
  expect(moving).toEqual([])
})

test('nothing is cut off from 320 to 1920 px, and at twice the text size', async ({ page }) => {
  const watch = new Watch(page)
  const phone = test.info().project.name === 'h5'
  // The last of each is the other form's width: it is taken when the page is loaded, and the others only turn the window.
  const sizes: [width: number, height: number][] = phone
    ? [
        [320, 640],
        [360, 740],
        [430, 932],
        [844, 390],
      ]
    : [
        [1024, 768],
        [1180, 800],
        [1920, 1080],
        [683, 384],
      ]
  for (const path of [
    '/',
    '/Sport_05',
    '/Boardgame_01',
    '/Activity',
    '/tools/account',
    '/Login',
    '/register',
    '/AppDownload',
  ]) {
    for (const [at, [width, height]] of sizes.entries()) {
      await page.setViewportSize({ width, height })
      if (at === 0) await open(page, path)
      if (at === 0 || at === sizes.length - 1) {
        await page.reload()
        await expect(page.getByRole('main')).toBeVisible()
        await watch.settled()
      }
      await expectFits(page, `${path} at ${width} px`)
    }
  }
})
