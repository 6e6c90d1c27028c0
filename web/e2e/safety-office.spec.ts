import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { addresses, scripts } from './lib/attacks'
import { type Demo, startDemo } from './lib/demo'
import { house, houseNow, moveTo } from './lib/house'
import { open } from './lib/player'
import { agree, expectDone, freshCode, openBackOffice, top, twoPeople, visit } from './lib/staff'

/**
 * Staff write what must never run, by the back office's own forms and calls, and players look at it. In a house of its
 * own: nobody else's test is to meet these texts.
 */
test.describe.configure({ mode: 'default' })

let demo: Demo

test.beforeAll(async () => {
  test.setTimeout(240_000)
  demo = await startDemo()
  moveTo(demo.ready)
})
test.afterAll(async () => {
  moveTo(undefined)
  await demo.stop()
})

interface Told {
  status: number
  said: {
    id?: string
    html?: string
    items?: { id: string; version: number }[]
    editions?: { house: { version: number } }
  }
}

/** A call as the back office's own page makes it. */
const call = (office: Page, path: string, body?: object): Promise<Told> =>
  office.evaluate(
    async ([path, body]) => {
      const answer = await fetch(`/admin/v1/content${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      })
      return { status: answer.status, said: await answer.json().catch(() => ({})) }
    },
    [path, body] as const,
  )

const save = async (office: Page, path: string, body: object): Promise<string> => {
  const { status, said } = await call(office, path, body)
  expect(status, `${path}: ${JSON.stringify(said)}`).toBeLessThan(300)
  return said.id ?? ''
}

/** Closes the dialog in sight, whether it asks about what was typed or not. */
async function leaveUnsaved(office: Page): Promise<void> {
  await top(office).getByRole('button', { name: '取消' }).click()
  const leave = office.getByRole('button', { name: '放弃修改' })
  await expect(async () => {
    if (await leave.isVisible()) await leave.click()
    await expect(office.getByRole('dialog')).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

/** What a new house says of itself would take the places of what is looked for. */
async function clearAway(office: Page): Promise<void> {
  for (const noun of ['announcements', 'ticker', 'banners', 'promotions']) {
    for (const { id, version } of (await call(office, `/${noun}`)).said.items ?? [])
      await save(office, `/${noun}/${id}/remove`, { base: version, reason: '端到端测试' })
  }
}

/** All scripts in as few texts of at most so many characters as they fit into. */
function packed(limit: number, between: string): string[] {
  const texts: string[] = []
  for (const script of scripts.filter((text) => text.length <= limit)) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + between.length + script.length <= limit)
      texts[texts.length - 1] = last + between + script
    else texts.push(script)
  }
  return texts
}

/** For fields too short for the scripts on the list. */
const title = '<img src=x onerror=__xss=1>'
const button = '<b onclick=x'
const picture = '/art/promo-rescue.svg'
const live = { published: true, from: null, to: null }
/** As many of a kind as players are shown. */
const most = 50

/** A visitor, with everything noted that only a text come alive would do: asking, dialogs, breaking the policy. */
async function visitor(browser: Browser, form: 'desktop' | 'h5') {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: 'block',
    ...(form === 'h5'
      ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
      : { viewport: { width: 1366, height: 768 } }),
  })
  const strays: string[] = []
  await noteStrays(context, strays)
  return { context, strays, page: await context.newPage() }
}

async function noteStrays(context: BrowserContext, strays: string[]): Promise<void> {
  await context.route(
    (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => {
      strays.push(`asked ${route.request().url()}`)
      return route.abort()
    },
  )
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) strays.push(`asked ${request.url()}`)
  })
  context.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) strays.push(`tried ${message.text()}`)
  })
  context.on('dialog', (dialog) => {
    strays.push(`asked the player ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Whether a text ran, in the page or in a frame that can be looked into. */
const ran = (page: Page) =>
  page.evaluate(() =>
    [window, ...Array.from(window.frames as unknown as ArrayLike<Window>)].some((at) => {
      try {
        return '__xss' in at
      } catch {
        return false
      }
    }),
  )

/** Elements and attributes that no text may bring into a page's body. */
const foreign = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches(
            'script, iframe, object, embed, form, input, button, video, audio, base, meta, style, math',
          ) ||
          [...element.attributes].some(
            ({ name, value }) => /^(on|style$|srcdoc$)/.test(name) || /^\W*(javascript|data|vbscript):/i.test(value),
          ),
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** The operator's line of the footer, as the page is written with it now. */
async function footerOfThePage(): Promise<string | undefined> {
  const page = await (await fetch(`${house().player}/`)).text()
  const boot = /<script id="boot"[^>]*>(.*?)<\/script>/s.exec(page)?.[1]
  return boot === undefined ? undefined : (JSON.parse(boot) as { footer: string }).footer
}

const textOf = async (page: Page, where: string) => (await page.locator(where).allTextContents()).join('\n')

function expectAll(shown: string, texts: string[], where: string): void {
  expect(
    texts.filter((text) => !shown.includes(text)),
    `missing ${where}`,
  ).toEqual([])
}

// trust CSP-1, T11
test('what staff write shows as text or cleaned, on every page, and nothing of it runs', async ({ browser }) => {
  test.setTimeout(600_000)
  const [office, checker] = await twoPeople(browser)
  const officeStrays: string[] = []
  await noteStrays(office.context(), officeStrays)
  await clearAway(office)

  const notices = packed(2000, '\n')
  const lines = packed(200, ' ').slice(0, most)
  const short = scripts.filter((text) => text.length <= 120)
  // The tags one by one, the tricks each by itself: some swallow what follows them.
  const blocks = [...scripts.filter((_, index) => index % 7 === 0 && index < 105), ...scripts.slice(105)]
  const names = blocks.map((text) => (text.length <= 60 ? text : title))
  const promotions: string[] = []

  await test.step('by the forms: an announcement, and a promotion with its text', async () => {
    await visit(office, '/content/announcements', '公告')
    await office.getByRole('button', { name: '新建公告' }).click()
    await top(office).getByLabel('标题').fill(title)
    await top(office)
      .getByLabel('内容')
      .fill(notices[0] ?? '')
    await top(office).getByRole('switch', { name: '发布' }).click()
    await top(office).getByRole('button', { name: '保存' }).click()
    await expectDone(office, '已保存')

    await visit(office, '/content/promotions', '优惠活动')
    await office.getByRole('button', { name: '新建活动' }).click()
    await top(office).getByLabel('名称').fill(title)
    await top(office)
      .getByLabel('正文 HTML')
      .fill(`<p>开头</p>${scripts.join('')}`)
    await expect(top(office).getByText('保存时会去除：')).toBeVisible()
    await expect(top(office).locator('iframe')).toHaveAttribute('sandbox', '')
    await expect(top(office).locator('iframe')).toHaveAttribute('srcdoc', /开头/)
    await leaveUnsaved(office)
  })

  await test.step('by the calls: the rest', async () => {
    const hotUntil = (await houseNow()) + 3_600_000
    for (const text of notices) await save(office, '/announcements', { title, text, hotUntil, ...live })
    for (const [position, text] of lines.entries()) await save(office, '/ticker', { text, position, ...live })
    for (const device of ['pc', 'h5'] as const) {
      for (const [position, line] of short.slice(-12).entries()) {
        const alt = names[position] ?? title
        const words = { title: `${title}${position}`.slice(0, 30), line, button, alt }
        await save(office, '/banners', {
          device,
          picture: '/art/banner-1.svg',
          link: '/#/Activity',
          position,
          ...words,
          ...live,
        })
      }
    }
    for (const [position, html] of blocks.entries()) {
      const contentId = await save(office, '/blocks', { html: `<p>开头 ${position}</p>${html}<p>结尾</p>` })
      const line = short[position] ?? title
      const row = { name: names[position], line, picture, contentId, needs: '', position, ...live }
      promotions.push(await save(office, '/promotions', row))
    }
    const plain = ['arbiter', 'helpline']
    await save(office, '/house', {
      ...Object.fromEntries(plain.map((field, index) => [field, `${lines[index]}`.slice(0, 200)])),
      ...{ email: '', complaintEmail: '', privacyEmail: '', agentEmail: '' },
      footerText: packed(500, ' ').at(-2),
      base: (await call(office, '/settings')).said.editions?.house.version,
    })
  })

  await test.step('by two people: the apps', async () => {
    await visit(office, '/content/apps', '下载与客服')
    await office.getByRole('button', { name: '修改下载项' }).click()
    await top(office).getByLabel('名称', { exact: true }).first().fill(`Android ${title}`)
    await top(office).getByLabel('地址', { exact: true }).first().fill('https://apps.example/a.apk')
    await top(office).getByLabel('原因').fill('端到端测试')
    await top(office).getByRole('button', { name: '提交修改' }).click()
    await freshCode(office, '已提交，等待复核人处理')
    await agree(office, checker, '应用下载地址')
  })

  await test.step('the back office itself shows them as text', async () => {
    for (const [path, heading] of [
      ['/content/announcements', '公告'],
      ['/content/ticker', '滚动消息'],
      ['/content/banners', '轮播图'],
      ['/content/promotions', '优惠活动'],
      ['/content/apps', '下载与客服'],
      ['/content/house', '联系方式与页脚'],
      ['/audit', '审计日志'],
    ] as const) {
      await visit(office, path, heading)
      await expect(office.getByText('__xss=1').first(), path).toBeVisible()
      expect(await ran(office), path).toBe(false)
    }
    expect(officeStrays).toEqual([])
  })

  // The page comes from a memory that is up to two seconds old.
  await expect.poll(footerOfThePage).toBe(packed(500, ' ').at(-2))

  for (const form of ['desktop', 'h5'] as const) {
    await test.step(`players see them as text: ${form}`, async () => {
      const { context, strays, page } = await visitor(browser, form)
      await page.goto(`${house().player}/#/`)
      const popup = page.getByRole('dialog', { name: '热门公告' })
      await expect(popup).toBeVisible({ timeout: 45_000 })
      expectAll((await popup.textContent()) ?? '', [title, ...notices], 'in the popup')
      expect(await ran(page), 'popup').toBe(false)
      await popup.getByRole('button', { name: '知道了' }).click()
      await expect(popup).toBeHidden()

      await expect(page.locator('[data-ticker]')).toBeAttached()
      expectAll(await textOf(page, '[data-ticker]'), lines, 'in the ticker')
      const slides = '[aria-roledescription=slide]'
      await expect(page.locator(slides)).toHaveCount(12)
      expectAll(await textOf(page, slides), [...short.slice(-12), title, button], 'on the banners')
      await expect(page.getByRole('contentinfo')).toBeAttached()
      expectAll(await textOf(page, 'footer'), packed(500, ' ').slice(-2, -1), 'in the footer')
      await expect(page.getByRole('region', { name: '热门优惠' }).getByRole('listitem')).toHaveCount(3)
      expectAll(await textOf(page, '#root'), names.slice(0, 3), 'among the promotions at home')
      expect(await ran(page), 'home').toBe(false)

      await open(page, '/Activity')
      await expect(page.getByRole('article')).toHaveCount(promotions.length)
      expectAll(await textOf(page, 'main'), [...names, ...short.slice(0, blocks.length)], 'among the promotions')
      expect(await ran(page), 'promotions').toBe(false)

      for (const id of promotions.filter((_, index) => index % 5 === 0)) {
        await open(page, `/Activity/${id}`)
        await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`/promotion/${id}`))
        await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
        expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts')
        expectAll(await textOf(page, 'main'), [names[promotions.indexOf(id)] ?? ''], 'beside the frame')
        expect(await ran(page), `/Activity/${id}`).toBe(false)
      }

      for (const path of ['/AppDownload', '/tools/contact', '/tools/ruleclause', '/tools/privacy', '/tools/gambling']) {
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeAttached()
        expect(await ran(page), path).toBe(false)
      }
      if (form === 'h5') {
        await open(page, '/Mine')
        await page.getByRole('banner').getByRole('button', { name: '公告' }).click()
        const sheet = page.getByRole('dialog')
        await expect(sheet.getByText(title, { exact: true })).toHaveCount(notices.length + 1)
        expectAll((await sheet.textContent()) ?? '', notices, 'behind the bell')
        expect(await ran(page), 'notices').toBe(false)
      }
      expect(strays).toEqual([])
      await context.close()
    })
  }

  // The frame and its policy run nothing whatever stands in it; here both are taken away, and what is left is the cleaning.
  await test.step('a promotion’s page is clean without its policy too', async () => {
    const { context, strays, page } = await visitor(browser, 'desktop')
    await page.route('**/promotion/*', async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': policy, 'content-encoding': _, ...headers } = response.headers()
      expect(policy).toContain('sandbox')
      await route.fulfill({ response, headers })
    })
    for (const [index, id] of promotions.entries()) {
      await page.goto(`${house().player}/promotion/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[index] ?? '')
      await expect(page.getByRole('article')).toContainText(`开头 ${index}`)
      expect(await foreign(page), blocks[index]).toEqual([])
      expect(await ran(page), blocks[index]).toBe(false)
    }
    expect(strays).toEqual([])
    await context.close()
  })
})

/** Addresses that lead where they say: a page of this site, or by https to the host that is written there. */
function isHonest(address: string): boolean {
  if (/[^\x21-\x7e]|\\/.test(address)) return false
  if (address.startsWith('/')) return new URL(address, house().player).origin === new URL(house().player).origin
  return /^https:\/\/[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d+)?([/?#].*)?$/.test(address)
}

// trust CSP-3, CSP-4
test('an address that runs, or leads elsewhere than it says, is refused wherever staff write one', async ({
  browser,
}) => {
  const office = await openBackOffice(browser)
  // With a fresh code, so that an address is refused for what it is.
  await visit(office, '/content/apps', '下载与客服')
  await office.getByRole('button', { name: '修改下载项' }).click()
  await top(office).getByLabel('原因').fill('端到端测试')
  await top(office).getByRole('button', { name: '提交修改' }).click()
  await freshCode(office, '没有任何改动')
  await expectDone(office, '没有任何改动')
  await leaveUnsaved(office)
  const before = (await call(office, '/settings')).said
  const bad = [...addresses.filter((address) => !isHonest(address)), ...scripts.slice(-8), '']
  const contentId = await save(office, '/blocks', { html: '<p>正文</p>' })
  const banner = { device: 'pc', title: '', line: '', button: '', alt: '图', position: 0, ...live, published: false }
  const promotion = { name: '活动', line: '', contentId, needs: '', position: 0, ...live, published: false }
  const taken: string[] = []
  const refused = async (what: string, path: string, body: object, value: string) => {
    const { status } = await call(office, path, body)
    if (status < 400 || status >= 500 || status === 403) taken.push(`${what} ${JSON.stringify(value)}: ${status}`)
  }
  for (const link of bad) {
    await refused('support', '/support', { link, reason: '端到端测试' }, link)
    await refused('app', '/downloads', { items: [{ name: 'Android', link }], reason: '端到端测试' }, link)
    // A banner need lead nowhere.
    if (link) await refused('banner', '/banners', { ...banner, picture, link }, link)
  }
  // A picture is a file of this site and nothing else, a mail address an address.
  for (const address of [...addresses, ...scripts.slice(-8), 'https://good.example/a.svg', '//good.example/a.svg']) {
    await refused('picture', '/banners', { ...banner, link: '', picture: address }, address)
    await refused('picture', '/promotions', { ...promotion, picture: address }, address)
    await refused('mail', '/house', { email: address }, address)
  }
  const hosts = ['*', '*.good.example', 'good.example:8443', 'good.example/x', '127.0.0.1', '[::1]', 'localhost']
  const tricks = [
    'good.example; script-src *',
    "good.example 'unsafe-inline'",
    'good.example\r\nX: y',
    "'self'",
    'data:',
  ]
  for (const host of [...addresses, ...scripts.slice(-8), ...hosts, ...tricks, ''])
    await refused('frame', '/frames', { hosts: [host] }, host)
  expect(taken).toEqual([])
  expect((await call(office, '/settings')).said).toEqual(before)

  await test.step('the forms say so before anything is sent', async () => {
    await visit(office, '/content/apps', '下载与客服')
    await office.getByRole('button', { name: '修改客服地址' }).click()
    await top(office).getByLabel('地址').fill('javascript:window.__xss=1')
    await top(office).getByRole('button', { name: '提交修改' }).click()
    await expect(top(office).getByText(/须以 https:\/\/ 开头/)).toBeVisible()
    await visit(office, '/content/frames', '嵌入白名单')
    await office.getByRole('button', { name: '修改名单' }).click()
    await top(office).getByLabel(/^域名/).fill('*.good.example')
    await top(office).getByRole('button', { name: '保存' }).click()
    await expect(top(office).getByText('不是完整域名')).toBeVisible()
    expect(await ran(office)).toBe(false)
  })
})
