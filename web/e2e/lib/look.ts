import { expect, type Page } from '@playwright/test'

/** Notes how far things jump while a page loads; to be called before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: { value: number; what: string }[] = []
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const place = ({ y, height }: DOMRectReadOnly) => `${y}+${height}`
        const what = entry.sources
          .map(({ node, previousRect, currentRect }) => {
            const moved = `${place(previousRect)} to ${place(currentRect)}`
            return node instanceof Element
              ? `${moved} ${node.outerHTML.slice(0, 120)}, "${node.textContent?.slice(0, 60)}"`
              : moved
          })
          .join(' | ')
        seen.push({ value: entry.value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Begins to count anew, for what happens on a page that has loaded. */
export const forgetShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts.splice(0))

/** The cumulative layout shift of a page may be 0.02 at most, unless a page has a bound of its own; the goal is none. */
export async function expectStill(page: Page, where: string, most = 0.02): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; what: string }[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${where} jumps: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
}

/** What is left too much, in px: a busy page takes a moment to follow its window. */
export async function overflow(page: Page): Promise<number> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(over, { timeout: 5000 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined)
  return over()
}

export async function expectFits(page: Page, where: string): Promise<void> {
  expect.soft(await overflow(page), `${where} is wider than the window`).toBeLessThanOrEqual(0)
}

/** Words a Chinese page may have in Latin letters: units, names of systems, of companies and of the language. Mail, addresses and the numbers of orders and questions are read as such. */
const latinWords =
  /\b(APP|English|VIP\d*|H5|USDT|GMT|C\$|IM|BTI|FB|AG|IP|QQ|CSV|iOS|Android|iPhone|iPad|Safari|Chrome|TRC20|ERC20|OMNI|Wi-Fi|PC|ATM|Cookie|demo\d+|t[a-z2-9]{8})\b/g

/** What a player reads is Chinese: no sentence, and no name of a text, was left in Latin letters (D-20). */
export async function expectChinese(page: Page, where: string): Promise<void> {
  const told = await page.evaluate(() => {
    const out: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, noscript, [data-own-words]')) continue
      out.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) out.push(element.getAttribute(name) ?? '')
    }
    return out
  })
  const stray = told
    .map((text) => text.trim())
    .filter((text) =>
      /[A-Za-z]{2,}/.test(text.replace(/\S+@\S+|https?:\/\/\S+|\b[A-Z]\d{12}[A-Z0-9]+\b/g, '').replace(latinWords, '')),
    )
  expect.soft([...new Set(stray)], `Latin words on ${where}`).toEqual([])
}
