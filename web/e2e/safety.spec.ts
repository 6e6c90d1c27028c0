import { expect, type Page, type Route, test } from '@playwright/test'
import { addresses, scripts } from './lib/attacks'
import { house, newPlayer } from './lib/house'
import { open, register } from './lib/player'
import { Watch } from './lib/watch'

const coded = (text: string) => Buffer.from(text).toString('base64')

/** Lets the answer of a call say something else than the house did. */
async function answers(page: Page, call: string, change: (said: Record<string, unknown>) => unknown): Promise<void> {
  await page.route(`**/common${call}*`, async (route: Route) => {
    const said = await route.fetch()
    await route.fulfill({ response: said, json: change((await said.json()) as Record<string, unknown>) })
  })
}

const fired = (page: Page) => page.evaluate(() => (window as unknown as { __xss?: number }).__xss)

test.beforeEach(async ({ page }) => {
  // No test of this file is of the network: whatever leads outside would be a find, and goes nowhere.
  await page.context().route(
    (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => route.abort(),
  )
})

// trust CSP-1, T11
test('texts of the server never run as scripts, whichever they are and wherever they show', async ({ page }) => {
  const watch = new Watch(page)
  const far = '2099-01-01 00:00:00'
  await answers(page, '/v1/PubInterface/AvaiabledAnnoucement', (said) => ({
    ...said,
    Annoucements: scripts.map((text, Id) => ({
      Id,
      Title: text,
      TContent: coded(text),
      HotEndTime: far,
      CreateTime: far,
    })),
  }))
  await answers(page, '/v1/PubInterface/HomePaggeContent', (said) => ({
    ...said,
    Data: scripts.map((text, Id) => ({ Id, TContent: coded(text) })),
  }))
  await answers(page, '/v1/PubInterface/GetBannerImgPathList', (said) => ({
    ...said,
    Data: {
      Banner: scripts
        .slice(0, 20)
        .map((text) => ({ Value: text, Link: text, Alt: text, Title: text, Line: text, Button: text })),
    },
  }))
  await answers(page, '/v1/PubInterface/GetActivity', (said) => ({
    ...said,
    Data: scripts.map((text, Id) => ({
      Id,
      Name: text,
      PromotionName: text,
      StartDate: text,
      EndDate: text,
      PcPic: text,
      UrlPc: text,
      Url: text,
      Line: text,
      ContentId: 2,
      Needs: '',
    })),
  }))
  for (const path of ['/', '/Activity']) {
    await open(page, path)
    await page.reload()
    await watch.settled()
    await page.mouse.move(300, 300)
    expect(await fired(page), path).toBeUndefined()
  }

  await register(page, newPlayer())
  await answers(page, '/v1/Select/GameInfo', (said) => ({
    ...said,
    Data: {
      PageIndex: 1,
      PageCount: 1,
      RowCount: 20,
      Items: scripts.slice(0, 20).map((text, Id) => ({
        Id: Id + 1,
        GameCode: text,
        Platform: '47',
        ImgUrl: text,
        GameCnName: text,
        IsFavorites: false,
        Category: 1,
        Theme: text,
        IsHot: true,
        IsRecommend: true,
        State: 'open',
        Art: { Motif: '', Palette: text, Rarity: 1, Seed: 1 },
      })),
    },
  }))
  await open(page, '/Egame/47')
  await watch.settled()
  expect(await fired(page), 'the lobby').toBeUndefined()
  for (const [at, text] of scripts.filter((_, index) => index % 12 === 0).entries()) {
    await page.route('**/common/v1/Do/CallPlatformLoginToAction', (route) =>
      route.fulfill({ json: { IsSuc: false, ResultMessage: text, ErrorMessage: text, Message: text } }),
    )
    await open(page, `/Goto?launch=gamePlatformLaunch&platformId=26&gameId=${at}&mode=1`)
    await page.reload()
    await page.waitForTimeout(200)
    expect(await fired(page), text).toBeUndefined()
    await page.unroute('**/common/v1/Do/CallPlatformLoginToAction')
  }
})

// D-05, trust CSP-3
test('NAV-12 the frame viewer shows this site and the hosts on the list, and nothing else', async ({ page }) => {
  await open(page, '/Frame?x=%2Fpromotion%2F34')
  await expect(page.locator('iframe')).toHaveAttribute('src', /\/promotion\/34/)
  const framed: string[] = []
  for (const address of addresses) {
    await open(page, `/Frame?x=${encodeURIComponent(address)}`)
    const refused = page.getByRole('main')
    await expect(refused).toBeVisible()
    const source = await page
      .locator('iframe')
      .evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).src))
    const foreign = source.filter((src) => new URL(src, house().player).origin !== new URL(house().player).origin)
    if (foreign.length > 0) framed.push(`${JSON.stringify(address)}: ${foreign}`)
  }
  expect(framed).toEqual([])
  expect(await fired(page)).toBeUndefined()
})

// trust CSP-4: what a company answers as the game's address is looked at once more before the page goes there.
test('LNCH-02 an address from a company leads nowhere it should not', async ({ page }) => {
  await register(page, newPlayer())
  const gone: string[] = []
  for (const address of addresses) {
    // Which https hosts a company may name is the server's list.
    if (URL.canParse(address, house().player) && new URL(address, house().player).protocol === 'https:') continue
    await page.route('**/common/v1/Do/CallPlatformLoginToAction', (route) =>
      route.fulfill({ json: { IsSuc: true, ResultMessage: address, ErrorMessage: '', Message: '' } }),
    )
    await page.evaluate(() => {
      window.location.hash = '#/tools/contact'
    })
    await page.evaluate(() => {
      window.location.hash = '#/Goto?launch=gamePlatformLaunch&platformId=26&gameId=ky&mode=1'
    })
    const enter = page.getByRole('button', { name: /进入游戏/ })
    const failed = page.getByRole('button', { name: /返回/ })
    await expect(enter.or(failed).first()).toBeVisible()
    if (await enter.isVisible()) await enter.click()
    await expect(failed).toBeVisible()
    if (new URL(page.url()).origin !== new URL(house().player).origin) gone.push(address)
    await page.unroute('**/common/v1/Do/CallPlatformLoginToAction')
  }
  expect(gone).toEqual([])
  expect(await fired(page)).toBeUndefined()
})

// trust CSP-2
test('every page says what it may load, and no script may stand in it', async ({ request }) => {
  for (const path of ['/', '/promotion/34', '/no/such/file']) {
    const answer = await request.get(house().player + path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src '")
    expect(/script-src[^;]*unsafe-(inline|eval)/.test(policy), path).toBe(false)
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff')
    expect(answer.headers()['referrer-policy'], path).toBeTruthy()
  }
})

// trust CSP-5
test('LNCH-04 a game opens in a window that knows nothing of this one', async ({ page, context }) => {
  await register(page, newPlayer())
  await open(page, '/Boardgame_01')
  const [game] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^进入游戏/ }).click(),
  ])
  await game.waitForURL((url) => url.origin === new URL(house().sandbox).origin)
  expect(await game.evaluate(() => window.opener)).toBeNull()
  expect(await game.evaluate(() => document.referrer)).not.toMatch(/#|Goto|Ticket/i)
})
