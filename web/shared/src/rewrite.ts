import { writeFrameBy } from './language'

/** Attributes that people read or hear. */
const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription']

/** Texts that stay as they are: names, such as that of a bank account's holder, and code. */
const exact = '[data-own-words], script, style, textarea'

/** The last text written into each node. It is not rewritten again: a name such as 咸阳 would change twice. */
const written = new WeakMap<Text, string>()
const writtenAttributes = new WeakMap<Element, Map<string, string>>()

// By nodeType, because a node of a frame is no instance of this window's classes.
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE

/**
 * Shows the page in another writing or language from now on: what is there, and what comes. A change is rewritten
 * before it is painted. The content of fields, and text that is copied, stays as it is. Frames that hand their document
 * to `writeFrame` are rewritten too.
 */
export function rewritePage(lang: string, rewrite: (text: string) => string): void {
  document.documentElement.lang = lang

  function rewriteText(node: Text): void {
    if (written.get(node) === node.data || node.parentElement?.closest(exact)) return
    const made = rewrite(node.data)
    written.set(node, made)
    if (made !== node.data) node.data = made
  }

  function rewriteAttribute(element: Element, name: string): void {
    const text = element.getAttribute(name)
    if (text === null || element.closest('[data-own-words]')) return
    const ours = writtenAttributes.get(element) ?? new Map<string, string>()
    if (ours.get(name) === text) return
    const made = rewrite(text)
    writtenAttributes.set(element, ours.set(name, made))
    if (made !== text) element.setAttribute(name, made)
  }

  function rewriteTree(root: Node): void {
    if (isText(root)) rewriteText(root)
    if (!isElement(root)) return
    for (const name of spoken) rewriteAttribute(root, name)
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (isText(node)) rewriteText(node)
      else for (const name of spoken) rewriteAttribute(node as Element, name)
    }
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'characterData') rewriteText(target as Text)
      else if (type === 'attributes') rewriteAttribute(target as Element, attributeName ?? '')
      else for (const node of addedNodes) rewriteTree(node)
    }
    observer.takeRecords() // of these rewritings
  })
  rewriteTree(document.documentElement)
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: spoken,
  })
  writeFrameBy((frame) => {
    frame.documentElement.lang = lang
    rewriteTree(frame.documentElement)
  })
}
