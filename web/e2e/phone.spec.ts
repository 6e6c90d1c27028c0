import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { house, newPlayer } from './lib/house'
import { paths } from './lib/labels'
import { overflow } from './lib/look'
import { noticesClosed, open, register } from './lib/player'
import { Watch } from './lib/watch'

/** The phone's own form: targets, fields, widths, sheets and the history, pulling, the app on the home screen. */
test.skip(({ isMobile }) => !isMobile, 'the phone only')

const visitorPages = ['/', '/Login', '/register', '/Forget', '/Mine', '/Activity', '/Egame', '/Fish', '/Boardgame_01']
const moreVisitorPages = [
  '/Sport_05',
  '/Reale_03',
  '/Esports',
  '/Lottery_02',
  '/AppDownload',
  '/tools/contact',
  '/nosuch',
]
const playerPages = [
  '/',
  '/Mine',
  '/Deposit',
  '/Withdrawal',
  '/Transfer',
  '/CashLog',
  '/BetRecord',
  '/BankCard',
  '/BaseInfo/my',
  '/BaseInfo/password',
  '/BaseInfo/bank',
  '/Discount',
  '/Security',
  '/Invite',
  '/Limits',
  '/Vip',
]

const watches = new WeakMap<Page, Watch>()

/** A cold visit: a page that is still shown while the next one comes would be measured in its stead. */
async function settled(page: Page, path: string) {
  const watch = watches.get(page) ?? new Watch(page)
  watches.set(page, watch)
  await page.goto('about:blank')
  await open(page, path)
  await expect(page.getByRole('main')).toBeVisible()
  if (path === '/') await noticesClosed(page)
  await watch.settled()
}

/**
 * What a finger cannot hit safely: smaller than 44 px, its surroundings included where they answer for it. A link in
 * the middle of a sentence is as high as its line.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 43.5
    const inSentence = (element: Element) =>
      element.tagName === 'A' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const boxOf = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.closest('label') : null
      return (label ?? element).getBoundingClientRect()
    }
    const answersAround = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      return [
        [-21, 0],
        [21, 0],
        [0, -21],
        [0, 21],
      ].every(([right = 0, down = 0]) => {
        const hit = document.elementFromPoint(x + right, y + down)
        return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
      })
    }
    return [...document.querySelectorAll('a[href], button, input, select, textarea, [role="switch"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('[aria-hidden="true"], [inert]') && !inSentence(element))
      .filter((element) => {
        const { width, height } = boxOf(element)
        return width > 1 && (width < least || height < least) && !answersAround(element)
      })
      .map((element) => {
        const { width, height } = boxOf(element)
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return `${element.tagName} ${name.trim().slice(0, 20)} ${Math.round(width)}x${Math.round(height)}`
      })
  })
}

/** Fields that iOS would zoom into, and those that bring up the wrong keyboard or fill themselves in wrongly. */
function wrongFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main input, main select, main textarea')]
      .filter((field) => field.checkVisibility() && !field.readOnly)
      .flatMap((field) => {
        const name = field.labels?.[0]?.textContent?.trim() ?? field.getAttribute('aria-label') ?? field.name
        const wrong = [
          !['checkbox', 'radio'].includes(field.type) &&
            Number.parseFloat(getComputedStyle(field).fontSize) < 16 &&
            'smaller than 16 px',
          /金额/.test(name) &&
            field.type !== 'radio' &&
            !['decimal', 'numeric'].includes(field.inputMode) &&
            'money without digits',
          /手机号/.test(name) && !['tel', 'numeric'].includes(field.inputMode || field.type) && 'phone without digits',
          /卡号/.test(name) && field.inputMode !== 'numeric' && 'card number without digits',
          field.type === 'password' && !field.autocomplete && 'password without autocomplete',
          /^用户名/.test(name) && field.autocomplete !== 'username' && 'name without autocomplete',
        ]
        return wrong.filter((fault) => fault !== false).map((fault) => `${name}: ${fault}`)
      }),
  )
}

for (const [who, pages] of [
  ['a visitor', visitorPages],
  ['a visitor, more', moreVisitorPages],
  ['a player', playerPages],
] as const) {
  // NAV-11: all targets >= 44 px, 16 px inputs, 320 to 430 px, portrait and landscape.
  test(`every target can be hit, every field is right and nothing is too wide, for ${who}`, async ({ page }) => {
    // The pictures of the home page stand still: a button is measured where it comes to rest.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (who === 'a player') await register(page, newPlayer())
    const faults: string[] = []
    for (const path of pages) {
      await settled(page, path)
      for (const fault of [...(await smallTargets(page)), ...(await wrongFields(page))])
        faults.push(`${path}: ${fault}`)
      for (const [width, height] of [
        [320, 640],
        [360, 740],
        [430, 932],
        [844, 390],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        const over = await overflow(page)
        if (over > 0) faults.push(`${path}: ${over} px too wide at ${width}x${height}`)
      }
    }
    expect(faults).toEqual([])
  })
}

// NAV-11
test('the tabs leave room for the keyboard, and back from the first page leads home', async ({ page }) => {
  await settled(page, '/Login')
  const tabs = page.getByRole('navigation', { name: '底部导航' })
  await expect(tabs).toBeVisible()
  await page.getByLabel('用户名', { exact: true }).focus()
  await expect(tabs).toBeHidden()
  await page.getByLabel('用户名', { exact: true }).blur()
  await expect(tabs).toBeVisible()
  // A cold visit of a page that wants a login: what lies behind the login page is not ours.
  const cold = await page.context().newPage()
  await open(cold, '/Withdrawal')
  await expect(cold).toHaveURL(/#\/Login/)
  await cold.getByRole('button', { name: '返回' }).click()
  await expect(cold).toHaveURL(/#\/$/)
  await cold.close()
})

const logoutSheet = (page: Page) => page.getByRole('dialog', { name: '退出登录' })
/** Until it has come all the way up: a finger put where it is going to stand would miss it. */
const askLogout = async (page: Page) => {
  await page.getByRole('button', { name: '退出', exact: true }).click()
  await expect(logoutSheet(page)).toBeVisible()
  await logoutSheet(page).evaluate((sheet) => Promise.all(sheet.getAnimations().map((rising) => rising.finished)))
}

// NAV-13: sheets close by swipe, backdrop and the system's Back, one history entry a sheet.
test('sheets close by Back, a swipe and a tap beside them, and leave no entry behind', async ({ page }) => {
  await register(page, newPlayer())
  await page.getByRole('link', { name: '我的', exact: true }).click()
  await expect(page).toHaveURL(/#\/Mine/)
  const mayGoForward = () => page.evaluate(() => (history.state as { sheets?: number } | null)?.sheets ?? 0)
  const leftNothingBehind = async () => {
    await expect.poll(mayGoForward).toBe(0)
    await expect(page).toHaveURL(/#\/Mine/)
  }

  await askLogout(page)
  await page.goBack()
  await expect(logoutSheet(page)).toBeHidden()
  await expect(page).toHaveURL(/#\/Mine/)
  await expect(page.getByRole('button', { name: '退出', exact: true })).toBeFocused()

  // Forward leads to no empty entry.
  await page.goForward()
  await leftNothingBehind()
  await expect(logoutSheet(page)).toBeHidden()

  await askLogout(page)
  await page.keyboard.press('Escape')
  await expect(logoutSheet(page)).toBeHidden()
  await leftNothingBehind()

  // A browser that is too busy takes a finger for something else, as a phone's would; whoever holds it tries again.
  await askLogout(page)
  await expect(async () => {
    if (await logoutSheet(page).isVisible()) await page.touchscreen.tap(200, 120)
    await expect(logoutSheet(page)).toBeHidden({ timeout: 15_000 })
  }).toPass({ timeout: 90_000 })
  await leftNothingBehind()

  await askLogout(page)
  const box = await logoutSheet(page).boundingBox()
  const touch = await page.context().newCDPSession(page)
  await swipe(touch, { x: 195, y: (box?.y ?? 0) + 20 }, 30)
  await expect.poll(() => logoutSheet(page).evaluate((sheet) => sheet.style.transform)).toBe('')
  await expect(logoutSheet(page)).toBeVisible()
  await expect(async () => {
    if (await logoutSheet(page).isVisible()) await swipe(touch, { x: 195, y: (box?.y ?? 0) + 20 }, 260)
    await expect(logoutSheet(page)).toBeHidden({ timeout: 15_000 })
  }).toPass({ timeout: 90_000 })
  await leftNothingBehind()

  // After all of it, one Back is one page.
  await page.goBack()
  await expect(page).toHaveURL(/#\/$/)
})

test('a reload with an order open shows it again, and Back still closes it and nothing else', async ({ page }) => {
  await register(page, newPlayer())
  await open(page, paths.deposit)
  await page
    .getByRole('group', { name: '支付方式' })
    .getByRole('button', { name: /网银转账/ })
    .click()
  await page.getByLabel('存款金额').fill('300')
  await page.getByLabel('存款人姓名').fill('李明')
  for (const name of ['付款银行', '存款方式']) {
    const select = page.getByLabel(name, { exact: true })
    if (await select.count()) await select.selectOption({ index: 1 })
  }
  await page.getByRole('button', { name: '立即存款' }).click()
  const order = page.getByRole('dialog', { name: '存款订单' })
  await expect(order).toBeVisible()
  // A tap beside an order that waits for money does not put it away.
  await page.touchscreen.tap(200, 40)
  await expect(order).toBeVisible()
  await page.reload()
  await expect(order).toBeVisible()
  await page.goBack()
  await expect(order).toBeHidden()
  await expect(page).toHaveURL(/#\/Deposit/)
})

test('pulling down reads the wallet anew', async ({ page }) => {
  await register(page, newPlayer())
  await settled(page, '/Mine')
  await page.evaluate(() => window.scrollTo(0, 0))
  const touch = await page.context().newCDPSession(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // A browser that is too busy to answer a finger in time takes the pull for a scroll, as a phone's would.
  await expect(async () => {
    // What is under way is waited for, and not begun again.
    if ((await page.getByText('正在刷新').count()) === 0) {
      asked.length = 0
      await swipe(touch, { x: 195, y: 330 }, 240)
    }
    await expect(page.getByText('已刷新')).toBeAttached({ timeout: 5000 })
    expect(asked).toContain('/common/v1/Select/PlayerBalance')
  }).toPass({ timeout: 60_000 })
  await expect(page).toHaveURL(/#\/Mine/)
})

test('announcements are all behind the bell', async ({ page }) => {
  await settled(page, '/Mine')
  await page.getByRole('banner').getByRole('button', { name: '公告' }).click()
  const sheet = page.getByRole('dialog', { name: '网站公告' })
  await expect(sheet.getByRole('heading').nth(1)).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test.describe('on the home screen', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the manifest and its icons are there', async ({ page, request }) => {
    await open(page, '/')
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const answer = await request.get(house().player + href)
    expect(answer.ok()).toBe(true)
    const manifest = (await answer.json()) as { display: string; icons: { src: string; type: string }[] }
    expect(manifest.display).toBe('standalone')
    for (const icon of [...manifest.icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
      const picture = await request.get(house().player + icon.src)
      expect(picture.ok(), icon.src).toBe(true)
      expect(picture.headers()['content-type'], icon.src).toContain(icon.type)
    }
  })

  test('without a network the site opens from memory and says so; no call is ever kept', async ({ page, context }) => {
    await register(page, newPlayer())
    await page.goto(`${house().player}/#/`)
    // The worker comes after the page; the visit after that one it looks after.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.reload()
    await expect(page.getByRole('navigation', { name: '底部导航' })).toBeVisible()
    // It keeps what the page has read a moment after the page has it, and calls never, however long one waits.
    await expect.poll(() => notKept(page), { timeout: 30_000 }).toEqual([])
    await page.waitForTimeout(2000)
    expect((await kept(page)).filter((path) => path !== '/' && !/^\/(assets|art)\//.test(path))).toEqual([])

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('navigation', { name: '底部导航' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: '网络已断开' })).toBeVisible()
    const boot = JSON.parse((await page.locator('#boot').textContent()) ?? '{}') as object
    expect(boot).toMatchObject({ cached: true, serverTimeMs: 0, maintenance: { status: false } })
    await context.setOffline(false)
  })

  // LNCH-01: an installed app has no tabs, and the browser's tab would know nobody.
  test('a game opens in the app itself', async ({ page, context }) => {
    await register(page, newPlayer())
    // As iOS tells a page; the browser of the tests cannot be installed into.
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await page.reload()
    await open(page, '/Boardgame_01')
    await page
      .getByRole('link', { name: /^进入游戏/ })
      .first()
      .click()
    await page.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
    expect(context.pages()).toHaveLength(1)
    await page.goBack()
    await expect(page).toHaveURL(/#\/Boardgame_01/)
  })
})

/** What the worker has kept, by its path. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname)
    }
    return paths
  })

/** What the page cannot do without on its next visit and the worker has not kept yet. */
async function notKept(page: Page): Promise<string[]> {
  const read = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const has = await kept(page)
  return ['/', ...read.filter((path) => path.startsWith('/assets/'))].filter((path) => !has.includes(path))
}

/** One finger, from a place downwards. A busy browser may forget to say that it took an event: none is waited for. */
async function swipe(touch: CDPSession, from: { x: number; y: number }, by: number): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) => {
    const touchPoints = y === undefined ? [] : [{ x: from.x, y }]
    touch.send('Input.dispatchTouchEvent', { type, touchPoints }).catch(() => undefined)
    // As slow as a thumb: what is let go early is not to count as a flick.
    return new Promise((done) => setTimeout(done, 30))
  }
  await send('touchStart', from.y)
  for (let step = 1; step <= 10; step++) await send('touchMove', from.y + (by * step) / 10)
  await send('touchEnd')
}
