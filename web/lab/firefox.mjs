// Walks the player site in Firefox: a new player's way from the registration over a deposit, a bonus, a slot and a live table
// to the page of withdrawals, and then every page as a visitor or as a player, wide and as a phone. A page fails when it stays empty, is
// wider than the window, says that it failed or is unknown, throws, writes an error, or gets no good answer to a request.
// Prints a line for each failure and exits with 1 if there is one.
import puppeteer, { Puppeteer } from 'puppeteer-core'
import { startDemo } from '../e2e/lib/demo.ts'
import { companyBooks, house, newPlayer, requestToken } from '../e2e/lib/house.ts'
import { labels, paths } from '../e2e/lib/labels.ts'
import { phoneRoutes, playerRoutes, publicRoutes } from '../e2e/lib/routes.ts'

const forms = {
  desktop: { viewport: { width: 1366, height: 768 } },
  h5: {
    viewport: { width: 390, height: 844 },
    userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  },
}
/** How long a single wait may be, and the whole walk. */
const patienceMs = 60_000
const walkMs = 40 * 60_000
const unknownPage = '页面不存在'
const failed = /页面出错了|加载失败/

const faults = []
const say = (line) => process.stdout.write(`${line}\n`)
function fault(where, what) {
  const line = `FAILED ${where}: ${what}`
  if (faults.includes(line)) return
  faults.push(line)
  say(line)
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until the answer is true, and gives up with the reason. */
async function until(what, ask) {
  for (const start = Date.now(); Date.now() - start < patienceMs; await sleep(200)) if (await ask()) return
  throw new Error(`waited in vain for ${what}`)
}

/** What a page should never do, noted as a fault of where it is at that time. Gives the requests that are not answered yet. */
function watch(page, where) {
  const open = new Set()
  const own = (url) => [house().player, house().sandbox].some((origin) => url.startsWith(origin))
  page.on('request', (request) => !/\/Select\/Events$/.test(request.url()) && open.add(request.url()))
  page.on('response', (response) => {
    open.delete(response.url())
    if (response.status() >= 400 && own(response.url())) fault(where(), `status ${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    open.delete(request.url())
    const why = request.failure()?.errorText ?? ''
    // A page that is left drops what it was still asking for.
    if (!/ABORT|disposed/.test(why)) fault(where(), `${request.method()} ${request.url()}: ${why}`)
  })
  // A breach of the content policy and a promise that nobody catches are among them.
  page.on('pageerror', (error) => fault(where(), `thrown: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && fault(where(), `console: ${message.text()}`))
  return open
}

/** A tab of a form whose faults are those of `where()`. */
async function newTab(context, form, where) {
  const page = await context.newPage()
  const { viewport, userAgent } = forms[form]
  if (userAgent) await page.setUserAgent({ userAgent })
  await page.setViewport(viewport)
  page.setDefaultTimeout(patienceMs)
  return { page, open: watch(page, where) }
}

/** Waits until every request was answered for 400 ms. */
async function settled(open) {
  let still = 0
  await until(`an answer to ${[...open].join(' ')}`, async () => {
    still = open.size === 0 ? still + 1 : 0
    return still >= 3
  })
}

async function look(context, form, path) {
  const where = `${form} ${path}`
  const { page, open } = await newTab(context, form, () => where)
  try {
    await page.goto(`${house().player}/#${path}`)
    await page.waitForSelector('main')
    await page.waitForSelector(':is(h1, h2, h3, [role=heading], iframe)')
    await settled(open)
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if ((await wide()) > 0) await sleep(1000) // a busy page takes a moment to follow its window
    const over = await wide()
    const seen = await page.evaluate(() => {
      const main = document.querySelector('main')
      return {
        form: document.documentElement.dataset.form,
        site: location.origin,
        words: main?.innerText.trim() ?? '',
        frame: Boolean(main?.querySelector('iframe')),
      }
    })
    if (over > 0) fault(where, `is ${over} px wider than the window`)
    if (seen.words === '' && !seen.frame) fault(where, 'stays empty')
    // A game that opens at once is a page of its venue.
    if (seen.site === house().player && seen.form !== form) fault(where, `shows the form ${seen.form}`)
    if (failed.test(seen.words)) fault(where, `says ${failed.exec(seen.words)}`)
    if (seen.words.includes(unknownPage) !== (path === '/no-such-page')) fault(where, 'is or is not the unknown page')
  } catch (error) {
    fault(where, error.message)
  }
  await page.close()
}

/** Asks a documented call, as a player where a login is given. */
async function ask(path, form, login) {
  const method = form ? 'POST' : 'GET'
  const answer = await fetch(`${house().player}/common${path}`, {
    method,
    body: form && new URLSearchParams(form),
    headers: {
      'X-Req-Token': await requestToken(path, method),
      ...(form && { Authorization: login.ticket, Cookie: login.cookie, 'Idempotency-Key': crypto.randomUUID() }),
    },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).Data
}

/** Finds what an address of routes.ts leaves open. */
const ids = {
  '/Game/:id': async () => (await ask('/v1/PubInterface/HomeLobby')).Kinds[0].Items[0].Id,
  '/Help/:id': async () => (await ask('/v1/PubInterface/HelpItems'))[0].Id,
  '/Support/:id': async (login) =>
    (await ask('/v1/Do/TicketOpenAction', { kind: 'other', text: '请问如何修改手机号？' }, login)).Id,
}

async function addressOf(route, login) {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const dated = route.replace(':day', day)
  return dated.includes('/:') ? dated.replace(/:\w+/, encodeURIComponent(await ids[route](login))) : dated
}

const ticketOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('loginInfo') ?? '{}').Ticket ?? '')

// Found by their words as a player would. What Firefox itself tells of names and roles takes minutes on a large page.
Puppeteer.registerCustomQueryHandler('field', {
  queryOne: (root, name) =>
    [...root.querySelectorAll('input, select, textarea')].find(
      (at) =>
        at.getAttribute('aria-label') === name || [...at.labels].some((label) => label.textContent.trim() === name),
    ) ?? null,
})
Puppeteer.registerCustomQueryHandler('press', {
  queryOne: (root, name) =>
    [...root.querySelectorAll('button, a, [role=button]')].find(
      (at) => (at.getAttribute('aria-label') ?? at.textContent).trim().startsWith(name) && at.checkVisibility(),
    ) ?? null,
})
const field = (page, label) => page.locator(`::-p-field(${label})`)
/** What can be pressed and whose words begin so. */
const pressable = (page, name, inside = 'body') => page.locator(`${inside} ::-p-press(${name})`)
const press = (page, name, inside) => pressable(page, name, inside).click()
const text = (page, words) => page.waitForSelector(`::-p-text(${words})`)
const reading = (page, name) => page.$eval(`[data-testid=${name}]`, (at) => at.innerText.trim())

/** Chooses the first option with these words. */
async function choose(page, label, words = '') {
  const select = await page.waitForSelector(`::-p-field(${label})`)
  const value = () =>
    select.evaluate(
      (at, wanted) => [...at.options].find((option) => option.value && option.text.includes(wanted))?.value ?? '',
      words,
    )
  await until(`${words} in ${label}`, async () => (await value()) !== '')
  await field(page, label).fill(await value())
}

async function logIn(context, form, { name, password }) {
  const { page } = await newTab(context, form, () => `${form} login`)
  await page.goto(`${house().player}/#${paths.login}`)
  await field(page, labels.register.name).fill(name)
  await field(page, labels.register.password).fill(password)
  await press(page, labels.login.submit, 'main')
  await page.waitForFunction(() => /#\/$/.test(location.hash))
  const ticket = await ticketOf(page)
  // It says which device the ticket belongs to.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await page.close()
  return { ticket, cookie }
}

async function walk(browser, form) {
  const visitor = await browser.createBrowserContext()
  const opens = (path) => form === 'h5' || !phoneRoutes.includes(path)
  let count = 0
  for (const path of publicRoutes.filter(opens)) {
    await look(visitor, form, await addressOf(path))
    count++
  }
  await visitor.close()
  const player = await browser.createBrowserContext()
  const login = await logIn(player, form, house().players[0])
  for (const path of playerRoutes.filter(opens)) {
    await look(player, form, await addressOf(path, login))
    count++
  }
  await player.close()
  return count
}

/** A new player's whole way. The first step that cannot be done ends it. */
async function journey(browser, form) {
  const context = await browser.createBrowserContext()
  let step = ''
  const where = () => `${form} journey, ${step}`
  const { page } = await newTab(context, form, where)
  const who = newPlayer()
  const go = async (path) => {
    await page.goto(`${house().player}/#${path}`)
    await page.waitForSelector('main')
  }
  /** Does what opens another tab, and gives that tab. */
  const tabAfter = async (act) => {
    const opened = new Promise((resolve) => browser.once('targetcreated', (target) => resolve(target.page())))
    await act()
    const tab = await opened
    tab.setDefaultTimeout(patienceMs)
    watch(tab, where)
    return tab
  }
  const closeTab = async (tab) => {
    await tab.close()
    await page.bringToFront()
  }
  const there = async (venue) => (await companyBooks()).venues[venue]?.[who.name] ?? '0.00'
  const inGame = (game) => until('the game', () => game.url().startsWith(house().sandbox))
  const steps = {
    async register() {
      await go(paths.register)
      await field(page, labels.register.name).fill(who.name)
      await field(page, labels.register.phone).fill(who.phone)
      await field(page, labels.register.password).fill(who.password)
      await field(page, labels.register.repeat).fill(who.password)
      await field(page, labels.register.captcha).fill('abcd')
      await press(page, labels.register.submit)
      await page.waitForFunction(() => /#\/$/.test(location.hash))
      await press(page, '知道了')
    },
    async deposit() {
      await go(paths.deposit)
      await press(page, '在线支付', 'main')
      await field(page, labels.deposit.amount).fill('500')
      const cashier = await tabAfter(() => press(page, labels.deposit.submit))
      // As a player would see it before paying; a page behind another one takes some seconds.
      await text(page, labels.deposit.orderSn)
      await press(cashier, '立即支付')
      await text(cashier, '支付成功')
      await closeTab(cashier)
      await press(page, labels.notice.ok, '[role=dialog]')
      await until('500.00 in the wallet', async () => (await page.$('header ::-p-text(¥500.00)')) !== null)
    },
    async 'red packet'() {
      await go(paths.discount)
      await press(page, `${labels.promo.open}：${labels.promo.packets}`)
      await press(page, labels.promo.open, '[role=dialog]')
      await press(page, labels.promo.take, '[role=dialog]')
    },
    async slot() {
      await go('/Egame/47')
      const game = await tabAfter(() => page.locator('main a[data-launch-name]').click())
      await text(game, labels.launch.title)
      await game.locator(`::-p-text(${labels.launch.amount})`).click()
      await field(game, labels.launch.field).fill('100')
      await game.locator('input[type=checkbox]').click()
      await press(game, labels.launch.enter)
      await inGame(game)
      await game.waitForSelector('[data-testid=balance]')
      if ((await there('s47')) !== '100.00') throw new Error(`there are ${await there('s47')} at the venue`)
      await press(game, '旋转')
      await until('the spin', async () => (await reading(game, 'balance')) !== '100.00')
      await until('the balance after the spin', async () => (await reading(game, 'balance')) === (await there('s47')))
      await closeTab(game)
      await until('the money back from the slot', async () => Number(await there('s47')) < 1)
    },
    async 'live table'() {
      await go(paths.transfer)
      await choose(page, labels.transfer.to, '听涛阁')
      await field(page, labels.transfer.amount).fill('100')
      await press(page, labels.transfer.submit, 'main')
      await until('the money at the live tables', async () => (await there('ag')) === '100.00')
      await go('/Reale_01')
      const game = await tabAfter(() => press(page, '进入游戏', 'main'))
      await inGame(game)
      await press(game, '入座 金桂一桌')
      await game.waitForSelector('[data-testid=staked]')
      await until('a bet', async () => {
        if ((await reading(game, 'staked')) !== '0.00') return true
        // Between two rounds nothing can be bet.
        for (const name of ['和', '确认下注']) {
          const pressed = await pressable(game, name)
            .setTimeout(2000)
            .click()
            .then(() => true)
            .catch(() => false)
          if (!pressed) return false
        }
        await sleep(2000)
        return (await reading(game, 'staked')) !== '0.00'
      })
      await closeTab(game)
      await until('the money back from the table', async () => Number(await there('ag')) < 1)
    },
    async card() {
      await go(paths.profile)
      await field(page, labels.profile.trueName).fill(who.trueName)
      await press(page, labels.profile.save)
      await press(page, labels.profile.confirm)
      await page.waitForSelector(`::-p-field(${labels.profile.trueName})`)
      await until('the name kept', () =>
        page.$eval(`::-p-field(${labels.profile.trueName})`, (at) => at.readOnly).catch(() => false),
      )
      await go(paths.bindCard)
      await choose(page, labels.card.bank)
      await choose(page, labels.card.province, '广东省')
      await choose(page, labels.card.city, '深圳市')
      await field(page, labels.card.branch).fill('科技园支行')
      await field(page, labels.card.number).fill(who.card)
      await press(page, labels.card.submit)
      await page.waitForFunction(() => /#\/BankCard$/.test(location.hash))
    },
    async withdrawal() {
      await go(paths.withdrawal)
      await text(page, labels.withdrawal.submit)
      // The deposit was not played yet: the page says how much is missing.
      await text(page, '还需流水')
    },
    async records() {
      await go(paths.cashLog)
      await text(page, '500.00')
      await until('the bets', async () => {
        await go(paths.betRecord)
        await page.reload() // the page does not ask again by itself
        await page.waitForSelector('main h1, main h2')
        await sleep(3000)
        return (await page.$('main ::-p-press(查看)')) !== null
      })
      await press(page, '查看', 'main')
      await page.waitForFunction(() => location.hash.includes('BetRecordPlatform'))
      await press(page, '查看', 'main')
      await page.waitForFunction(() => location.hash.includes('BetRecordDetail'))
      await text(page, labels.bets.stake)
    },
  }
  try {
    for (const [name, act] of Object.entries(steps)) {
      step = name
      await act()
      say(`${form}: ${name}`)
    }
  } catch (error) {
    fault(where(), error.message)
  }
  await context.close()
}

// Before the demo: without Firefox there is nothing to end.
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  headless: true,
  env: { ...process.env, TZ: 'Asia/Shanghai' },
  extraPrefsFirefox: { 'intl.accept_languages': 'zh-CN, zh' },
})
const demo = await startDemo()
process.env.HONGYUN_READY = demo.ready
const tooLong = setTimeout(() => {
  fault('the walk', `is not over after ${walkMs / 60_000} minutes`)
  browser.process()?.kill('SIGKILL')
}, walkMs)
let count = 0
try {
  say(await browser.version())
  await journey(browser, 'desktop')
  for (const form of Object.keys(forms)) {
    const opened = await walk(browser, form)
    say(`${form}: ${opened} pages`)
    count += opened
  }
} finally {
  clearTimeout(tooLong)
  await browser.close().catch(() => undefined) // it was killed after its time
  await demo.stop()
}
say(`${count} pages opened, ${faults.length} failures`)
process.exitCode = faults.length === 0 ? 0 : 1
