import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Response } from '@playwright/test'

/** Watch notes what a page should never do: write errors to the console, throw, or get no answer to a request. */
export class Watch {
  private readonly seen: string[] = []
  private readonly allowed: RegExp[] = []
  private readonly reading: Promise<void>[] = []

  constructor(page: Page) {
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

/** Expects no violation of WCAG 2.2 A and AA on what the page shows now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A toast goes by itself after three seconds at most; half-way through its fade, or any other, colours are not the final ones.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.waitForFunction(settled, undefined, { timeout: 3000 }).catch(() => undefined)
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
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
