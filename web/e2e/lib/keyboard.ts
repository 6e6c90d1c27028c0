import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page has, so that a walk that never ends is noticed. */
const maxStops = 400

interface KeyboardWalk {
  /** Judges the element that has the focus now, and the mark of the one before. Without a name the walk is over. */
  stop: () => { what: string; faults: string[] }
  unreached: () => string[]
}

declare global {
  interface Window {
    keyboardWalk: KeyboardWalk
  }
}

/**
 * Presses Tab from the top of a page until the focus leaves it. Returns the faults that a person without a mouse would
 * meet: a stop without a painted mark, one that is out of view or covered, one that lies before the stop before it, one
 * that Tab never reaches, and a walk without an end. The page has to be loaded anew, so that the walk begins at its top.
 */
export async function walk(page: Page, begin: RegExp): Promise<string[]> {
  await page.evaluate(install)
  const faults: string[] = []
  let stops = 0
  for (; stops < maxStops; stops++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => window.keyboardWalk.stop())
    faults.push(...at.faults)
    if (!at.what) break
    if (stops === 0 && !begin.test(at.what)) faults.push(`the walk begins at ${at.what}`)
  }
  if (stops === 0) faults.push('Tab reaches nothing')
  if (stops === maxStops) faults.push('the walk has no end')
  else
    for (const what of await page.evaluate(() => window.keyboardWalk.unreached())) faults.push(`not reached: ${what}`)
  return faults
}

/** Presses Tab, or Shift and Tab, until an element has the focus, as a person does who looks for it. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < maxStops; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${wanted}`)
}

/** Runs in the page. */
function install(): void {
  interface Look {
    element: Element
    text: string
  }
  interface Stop {
    element: Element
    what: string
    looks: Look[]
    clipped: boolean
    box: DOMRect
    floating: Element | null
  }
  const seen = new Set<Element>()
  let last: Stop | undefined

  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)
    return `${name} ${element.outerHTML.slice(0, 140).replace(/\s+/g, ' ')}`
  }

  /** The parts that may show the focus of an element: itself, its label, a box around it, and the drawing beside a hidden field. */
  const carriersOf = (element: Element): Element[] => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const around = [element.parentElement, element.parentElement?.parentElement].filter((box) => box != null)
    const beside = element.nextElementSibling ? [element.nextElementSibling] : []
    return [element, ...labels, ...beside, ...around]
  }

  const lookOf = (element: Element): string =>
    [undefined, '::before', '::after']
      .map((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(element, part)
        const outline = outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1 ? '' : outlineColor
        return `${outline}|${boxShadow}|${borderColor}`
      })
      .join(' ')

  const looksOf = (element: Element): Look[] =>
    carriersOf(element).map((carrier) => ({ element: carrier, text: lookOf(carrier) }))

  /** Whether two sides or more of the outline lie outside a box that cuts off what leaves it. */
  const isClipped = (element: Element): boolean => {
    const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element)
    if (outlineStyle === 'none') return false
    const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    const box = element.getBoundingClientRect()
    const sides = [false, false, false, false]
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const frame = around.getBoundingClientRect()
      if (overflowX !== 'visible') {
        sides[0] ||= box.left - out < frame.left - 0.5
        sides[1] ||= box.right + out > frame.right + 0.5
      }
      if (overflowY !== 'visible') {
        sides[2] ||= box.top - out < frame.top - 0.5
        sides[3] ||= box.bottom + out > frame.bottom + 0.5
      }
      if (position === 'fixed') break
    }
    return sides.filter(Boolean).length >= 2
  }

  const floatingOf = (element: Element): Element | null => {
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return around
    }
    return null
  }

  /** A field that is not drawn is as large as its label or the box around it. */
  const drawn = (element: Element): Element => {
    const { width, height } = element.getBoundingClientRect()
    if (width > 2 && height > 2 && getComputedStyle(element).opacity !== '0') return element
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return label ?? element.parentElement ?? element
  }

  /** Its place on the page, whatever was scrolled meanwhile; of a part that follows the window, its place in that part. */
  const placeOf = (element: Element, floating: Element | null): DOMRect => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const from = floating?.getBoundingClientRect()
    let [x, y] = [left - (from?.left ?? 0), top - (from?.top ?? 0)]
    for (let around = element.parentElement; around && around !== floating; around = around.parentElement) {
      x += around.scrollLeft
      y += around.scrollTop
    }
    return new DOMRect(x, y, width, height)
  }

  const sightFault = (element: Element): string => {
    const shown = drawn(element)
    const { left, top, right, bottom, width, height } = shown.getBoundingClientRect()
    if (width === 0 || height === 0) return 'has no size'
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const tall = height > window.innerHeight / 2
    const points = tall
      ? [[x, Math.min(Math.max(y, 1), window.innerHeight - 1)]]
      : [
          [x, y],
          [x, top + 3],
          [x, bottom - 3],
        ]
    for (const [at = 0, down = 0] of points) {
      if (at < 0 || down < 0 || at > window.innerWidth || down > window.innerHeight) return 'out of view'
      const hit = document.elementFromPoint(at, down)
      if (!hit || shown.contains(hit) || hit.contains(shown)) continue
      const over = floatingOf(hit)
      if (over && !over.contains(shown)) return `covered by ${over.outerHTML.slice(0, 60)}`
    }
    return ''
  }

  const orderFault = (from: Stop, to: Stop): boolean => {
    if (from.floating !== to.floating) return false
    const [one, next] = [from.box, to.box]
    const above = next.bottom <= one.top + 1 && next.left < one.right - 1
    const overlap = Math.min(one.bottom, next.bottom) - Math.max(one.top, next.top)
    const sameRow = overlap > Math.min(one.height, next.height) / 2
    return above || (sameRow && next.right <= one.left + 1)
  }

  /** Only after the focus has gone is it seen whether it made a difference. */
  const markFault = (stop: Stop): string => {
    // The text of a frame has marks of its own.
    if (!stop.element.isConnected || stop.element instanceof HTMLIFrameElement) return ''
    const changed = stop.looks.some(({ element, text }) => element.isConnected && lookOf(element) !== text)
    if (!changed) return `no mark: ${stop.what}`
    return stop.clipped ? `its mark is cut off: ${stop.what}` : ''
  }

  window.keyboardWalk = {
    stop: () => {
      // A mark that is on its way is judged as it will be.
      for (const motion of document.getAnimations()) if (motion instanceof CSSTransition) motion.finish()
      const faults: string[] = []
      const element = document.activeElement
      if (last && element !== last.element) {
        const fault = markFault(last)
        if (fault) faults.push(fault)
      }
      if (!element || element === document.body) return { what: '', faults }
      const what = nameOf(element)
      // The text of a frame has stops of its own, which the page does not see.
      if (element === last?.element) {
        return { what, faults: element instanceof HTMLIFrameElement ? [] : [`holds the focus: ${what}`] }
      }
      if (seen.has(element)) return { what: '', faults: [...faults, `a second time: ${what}`] }
      seen.add(element)
      const sight = sightFault(element)
      if (sight) faults.push(`${sight}: ${what}`)
      const floating = floatingOf(element)
      const clipped = carriersOf(element).some(
        (carrier) => carrier.matches(':focus-visible, :focus-within') && isClipped(carrier),
      )
      const now = { element, what, looks: looksOf(element), clipped, box: placeOf(drawn(element), floating), floating }
      if (last && orderFault(last, now)) faults.push(`lies before ${last.what}: ${what}`)
      last = now
      return { what, faults }
    },
    unreached: () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')]
        .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[inert]'))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !seen.has(element))
        .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio'))
        .map(nameOf),
  }
}
