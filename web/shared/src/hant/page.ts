import { searchBy, writeFrameBy } from '../language'
import { toSimplified, toTraditional } from './convert'

/** Attributes that people read or hear. */
const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription']

/** Texts that stay as they are: names, such as that of a bank account's holder, and code. */
const exact = '[data-own-words], script, style, textarea'

/**
 * Shows the page in Traditional Chinese from now on: what is there, and what comes. A change is converted before it is
 * painted. The content of fields, and text that is copied, stays as it is.
 */
export function showTraditional(): void {
  document.documentElement.lang = 'zh-Hant'
  searchBy(toSimplified)
  writeFrameBy((frame) => {
    frame.documentElement.lang = 'zh-Hant'
    convertTree(frame.documentElement)
  })
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'characterData') convertText(target as Text)
      else if (type === 'attributes') convertAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) convertTree(node)
    }
    observer.takeRecords() // of these conversions
  })
  convertTree(document.documentElement)
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: spoken,
  })
}

// By nodeType, because a node of a frame is no instance of this window's classes.
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

function convertTree(root: Node): void {
  if (isText(root)) convertText(root)
  if (!isElement(root)) return
  convertAttributes(root)
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (isText(node)) convertText(node)
    else convertAttributes(node as Element)
  }
}

/** The last conversion of each text. It is not converted again: a name such as 咸阳 would change twice. */
const written = new WeakMap<Text, string>()
const writtenAttributes = new WeakMap<Element, Map<string, string>>()

function convertText(node: Text): void {
  if (written.get(node) === node.data || node.parentElement?.closest(exact)) return
  const made = toTraditional(node.data)
  written.set(node, made)
  if (made !== node.data) node.data = made
}

function convertAttributes(element: Element): void {
  for (const name of spoken) convertAttribute(element, name)
}

function convertAttribute(element: Element, name: string): void {
  const text = element.getAttribute(name)
  if (text === null || element.closest('[data-own-words]')) return
  const ours = writtenAttributes.get(element) ?? new Map<string, string>()
  if (ours.get(name) === text) return
  const made = toTraditional(text)
  writtenAttributes.set(element, ours.set(name, made))
  if (made !== text) element.setAttribute(name, made)
}
