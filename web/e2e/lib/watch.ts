import { expect, type Page, type Request, type Response } from '@playwright/test'
import axe from 'axe-core'

/** Watch notes what a page should never do: write errors to the console, throw, or get no answer to a request. */
export class Watch {
  private readonly seen: string[] = []
  private readonly allowed: RegExp[] = []
  private readonly reading: Promise<void>[] = []
  private readonly open = new Set<Request>()

  constructor(page: Page) {
    page.on('request', (request) => {
      if (!/\/Select\/Events$/.test(request.url())) this.open.add(request)
    })
    page.on('response', (response) => this.open.delete(response.request()))
    page.on('requestfailed', (request) => this.open.delete(request))
    page.on('console', (message) => {
      if (message.type() === 'error') this.seen.push(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.seen.push(`thrown: ${error.message}`))
    page.on('requestfailed', (request) => {
      // A page that is left drops what it was still asking for.
      const why = request.failure()?.errorText ?? ''
      if (why !== 'net::ERR_ABORTED') this.seen.push(`failed: ${request.method()} ${request.url()} ${why}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.reading.push(this.note(response))
    })
  }

  /** What a test provokes on purpose, such as a refused login. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns)
  }

  /** Waits until every request was answered for 400 ms. The stream of events, which never ends, does not count. */
  async settled(): Promise<void> {
    let still = 0
    await expect
      .poll(
        () => {
          still = this.open.size === 0 ? still + 1 : 0
          return still >= 4 ? '' : [...this.open].map((request) => request.url()).join(' ') || 'still asking'
        },
        { intervals: [100], timeout: 45_000 },
      )
      .toBe('')
  }

  async expectQuiet(): Promise<void> {
    await Promise.all(this.reading)
    expect(this.seen.filter((line) => !this.allowed.some((pattern) => pattern.test(line)))).toEqual([])
  }

  /**
   * When a test moves the house's clock, pages of all tests are suddenly minutes late: their next call is refused
   * once with the right time and sent again (D-13). That is meant to be; the browser still writes it to the console.
   */
  private async note(response: Response): Promise<void> {
    const told = (await response.json().catch(() => ({}))) as { ServerTime?: number }
    if (response.status() === 403 && told.ServerTime) this.allow(new RegExp(`403.*${escaped(response.url())}`))
    else this.seen.push(`status ${response.status()}: ${response.url()}`)
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** Expects no violation of WCAG 2.2 A and AA on what the page shows now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A toast goes by itself after three seconds at most; half-way through its fade, or any other, colours are not the final ones.
  await expect(page.locator('[data-sonner-toast], .ant-message-notice')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(settled), { timeout: 10_000 })
    .toBe(true)
    .catch(() => undefined)
  // Not inside frames: a page that may run no script cannot be looked at by one, and waits for it for ever.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async (values): Promise<Violation[]> => {
    const { axe } = window as unknown as { axe: { run: (options: unknown) => Promise<{ violations: Violation[] }> } }
    return (await axe.run({ runOnly: { type: 'tag', values }, iframes: false, resultTypes: ['violations'] })).violations
  }, rules)
  const told = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary})`).join('\n  ')}`,
  )
  // The journey goes on, so that one run names every page's faults.
  expect.soft(told, `axe on ${where}`).toEqual([])
}

function settled(): boolean {
  return document.getAnimations().every((animation) => {
    const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    return endless || animation.playState !== 'running'
  })
}
