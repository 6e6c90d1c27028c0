import { type BrowserContext, expect, type Page } from '@playwright/test'

interface Message {
  text: string
  taken: boolean
}

/**
 * Has pages keep every message they show. One stands for two or three seconds, and on a busy machine it may have come
 * and gone before anybody looked. To be called before the page is opened.
 */
export async function keepMessages(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(keep)
}

function keep(): void {
  const messages: Message[] = []
  const kept = new WeakMap<Element, string>()
  Object.assign(window, { messages })
  const look = () => {
    let hidden = false
    for (const shown of document.querySelectorAll('[data-sonner-toast], .ant-message-notice')) {
      const text = shown.textContent ?? ''
      if (text === '' || kept.get(shown) === text) continue
      if (shown.checkVisibility({ visibilityProperty: true })) {
        kept.set(shown, text)
        messages.push({ text, taken: false })
      } else hidden = true
    }
    if (hidden) requestAnimationFrame(look)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Whether the page has said a sentence that nobody has taken yet. */
export async function hasSaid(page: Page, sentence: string): Promise<boolean> {
  return page.evaluate(
    (text) =>
      (window as unknown as { messages: Message[] }).messages.some((said) => !said.taken && said.text.includes(text)),
    sentence,
  )
}

/** What the page has said since it was loaded. */
export async function messagesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { messages: Message[] }).messages.map(({ text }) => text))
}

/** Waits until the page has said a sentence, now or a while ago, and takes it: said again it is waited for again. */
export async function expectMessage(page: Page, sentence: string | RegExp): Promise<void> {
  const pattern = typeof sentence === 'string' ? sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : sentence.source
  await expect(async () => {
    expect(await page.evaluate(take, pattern), `the page has not said ${sentence}, but`).toBe('taken')
  }).toPass({ timeout: 60_000, intervals: [100] })
}

/** 'taken', or what was said instead. */
function take(pattern: string): string | string[] {
  const { messages } = window as unknown as { messages: Message[] }
  const found = messages.find(({ text, taken }) => !taken && new RegExp(pattern).test(text))
  if (!found) return messages.map(({ text }) => text)
  found.taken = true
  return 'taken'
}
