// Measures how fast the player site's pages are in Chromium, on a slow phone and a slow desktop, against the real
// binary: cold cache, processor slowed four times, 1.6 Mbit/s with 150 ms there and back; the same page again with what the
// first visit kept; and what Lighthouse says. Prints tables, writes them between the marks in docs/performance.md, and fails
// when a figure is over its limit.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDemo } from '../e2e/lib/demo.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { chromium } = createRequire(join(root, 'web/package.json'))('@playwright/test')
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const flags = JSON.parse(readFileSync(join(root, 'web/e2e/lib/chromium-flags.json'), 'utf8'))
const rounds = Number(process.env.ROUNDS ?? 3)
const forms = {
  desktop: { viewport: { width: 1366, height: 768 } },
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  },
}
/** The most that a figure may be: of the home page, and of the others. CLS and INP hold for every page. */
const limits = { home: { lcp: 1500, again: 1000 }, other: { lcp: 2500 }, every: { cls: 0.02, inp: 150 } }
const pages = [
  ['home', '/', false],
  ['promotions', '/Activity', false],
  ['board games', '/Boardgame_01', false],
  ['slot lobby', '/Egame/47', true],
  ['deposit', '/Deposit', true],
]

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Runs in the page, before everything else. */
function observe() {
  const seen = { lcp: 0, cls: 0, inp: 0, tbt: 0, tasks: [] }
  window.seen = seen
  const on = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
    seen.what = entry.element?.outerHTML.slice(0, 60) ?? ''
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value
  })
  on('longtask', (entry) => {
    seen.tbt += Math.max(0, entry.duration - 50)
    seen.tasks.push([entry.startTime, entry.startTime + entry.duration])
  })
  on(
    'event',
    (entry) => {
      if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration)
    },
    { durationThreshold: 16 },
  )
}

async function logIn(context, address, { name, password }) {
  const page = await context.newPage()
  await page.goto(`${address}/#/Login`)
  await page.getByLabel('用户名', { exact: true }).fill(name)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/#\/$/)
  await page.close()
}

/**
 * The time from which a press is answered at once: the first paint, or the end of the last long task that does not
 * leave half a second of peace after the one before it.
 */
function interactive({ fcp, tasks }) {
  let at = fcp
  for (const [start, end] of tasks) {
    if (start - at > 500) break
    at = Math.max(at, end)
  }
  return at
}

const firstPaint = (page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)

/** Makes the page's network and processor those of a slow phone. */
async function slowDown(context, page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observe)
  return cdp
}

/** Opens the page again in another tab, with the cache and the service worker of the visit before. */
async function visitAgain(context, address) {
  const page = await context.newPage()
  await slowDown(context, page)
  await page.goto(address)
  await page.waitForFunction(() => window.seen.lcp > 0)
  await page.waitForTimeout(4000)
  const fcp = await firstPaint(page)
  return interactive({ fcp, tasks: await page.evaluate(() => window.seen.tasks) })
}

/** Clicks what a player would first click on the page, for the latency of it. */
async function touch(page, name) {
  const main = page.getByRole('main')
  const first =
    name === 'slot lobby'
      ? main.getByText('热门', { exact: true })
      : name === 'deposit'
        ? main.getByRole('button', { name: /^[\d,]+$/ })
        : main.getByRole('button')
  // A page whose only ways on are links has nothing to press.
  if (await first.count()) await first.first().click({ timeout: 5000 })
  await page.waitForTimeout(600)
}

async function visit(browser, house, form, [name, path, member]) {
  const context = await browser.newContext({ ...forms[form], locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  if (member) await logIn(context, house.player, house.players[0])
  const page = await context.newPage()
  const cdp = await slowDown(context, page)
  let bytes = 0
  cdp.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  const address = `${house.player}/#${path}`
  await page.goto(address)
  await page.waitForFunction(() => window.seen.lcp > 0)
  // Not until the network is idle: a player's stream of events never ends.
  await page.waitForTimeout(5000)
  const fcp = await firstPaint(page)
  const load = await page.evaluate(() => ({ ...window.seen }))
  const loaded = bytes
  await page.evaluate(() => {
    window.seen.inp = 0
  })
  await touch(page, name)
  const { inp } = await page.evaluate(() => window.seen)
  // The two would share a process, and one would wait for the other.
  await page.close()
  const again = await visitAgain(context, address)
  await context.close()
  return { fcp, ...load, inp, again, kB: loaded / 1000 }
}

function lighthouse(address) {
  const out = join(mkdtempSync(join(tmpdir(), 'hongyun-lighthouse-')), 'report.json')
  const command = join(root, 'web/lab/node_modules/lighthouse/cli/index.js')
  execFileSync(
    process.execPath,
    [
      command,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--chrome-flags=--headless=new ${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browserPath }, stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 },
  )
  const { categories, audits } = JSON.parse(readFileSync(out, 'utf8'))
  const of = (name) => Math.round((categories[name]?.score ?? 0) * 100)
  return [
    of('performance'),
    of('accessibility'),
    of('best-practices'),
    of('seo'),
    Math.round(audits['total-blocking-time'].numericValue),
  ]
}

const demo = await startDemo()
const house = JSON.parse(readFileSync(demo.ready, 'utf8'))
const browser = await chromium.launch({ executablePath: browserPath, args: flags })
const lines = [
  '| page | form | FCP ms | LCP ms | TBT ms | CLS | INP ms | kB | again, interactive ms |',
  '|---|---|---|---|---|---|---|---|---|',
]
const over = []
try {
  for (const form of Object.keys(forms)) {
    for (const page of pages) {
      const runs = []
      for (let round = 0; round < rounds; round++) runs.push(await visit(browser, house, form, page))
      const of = (key, digits = 0) => median(runs.map((run) => run[key])).toFixed(digits)
      lines.push(
        `| ${page[0]} | ${form} | ${of('fcp')} | ${of('lcp')} | ${of('tbt')} | ${of('cls', 3)} | ${of('inp')} | ${of('kB')} | ${of('again')} |`,
      )
      const most = { ...(page[0] === 'home' ? limits.home : limits.other), ...limits.every }
      for (const [key, limit] of Object.entries(most)) {
        const value = median(runs.map((run) => run[key]))
        if (value > limit) over.push(`${page[0]}, ${form}: ${key} is ${value.toFixed(3)}, at most ${limit}`)
      }
      process.stdout.write(`${lines.at(-1)} ${runs[0].what}\n`)
    }
  }
  await browser.close()
  lines.push(
    '',
    '| Lighthouse, phone | performance | accessibility | best practices | SEO | TBT ms |',
    '|---|---|---|---|---|---|',
  )
  for (const [name, path, member] of pages) {
    if (member) continue
    lines.push(`| ${name} | ${lighthouse(`${house.player}/#${path}`).join(' | ')} |`)
    process.stdout.write(`${lines.at(-1)}\n`)
  }
} finally {
  await demo.stop()
}
const at = join(root, 'docs/performance.md')
const [before, , after] = readFileSync(at, 'utf8').split(/<!-- web:(?:begin|end) -->/)
if (after !== undefined) {
  writeFileSync(
    at,
    `${before}<!-- web:begin -->\n\n${new Date().toISOString().slice(0, 10)}, median of ${rounds}.\n\n${lines.join('\n')}\n\n<!-- web:end -->${after}`,
  )
}
process.stdout.write(`\n${lines.join('\n')}\n`)
if (over.length > 0) {
  process.stdout.write(`\nOver the limit:\n${over.join('\n')}\n`)
  process.exitCode = 1
}
