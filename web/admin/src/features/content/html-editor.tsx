import { useRef } from 'react'
import { Button, Flex } from '../../kit'
import { text } from '../../text/zh-cn'

const words = text.promotion
type Tool = keyof typeof words.tools

const { text: sample, item, head, cell } = words.sample

/** What each tool puts around the chosen text, or in its place where nothing is chosen. */
const marks: Record<Tool, [before: string, inside: string, after: string]> = {
  lead: ['<p class="lead">', sample, '</p>'],
  p: ['<p>', sample, '</p>'],
  h2: ['<h2>', sample, '</h2>'],
  h3: ['<h3>', sample, '</h3>'],
  ul: ['<ul>\n  <li>', item, '</li>\n</ul>'],
  ol: ['<ol>\n  <li>', item, '</li>\n</ol>'],
  table: [
    `<table>\n  <thead><tr><th scope="col">${head}</th><th scope="col">${head}</th></tr></thead>\n  <tbody><tr><td>`,
    cell,
    `</td><td>${cell}</td></tr></tbody>\n</table>`,
  ],
  strong: ['<strong>', sample, '</strong>'],
  em: ['<em>', sample, '</em>'],
  a: ['<a href="/#/Deposit">', sample, '</a>'],
  img: ['<img src="/art/', 'promo-rescue', '.svg" alt="">'],
  br: ['', '', '<br>\n'],
}

interface HtmlEditorProps {
  id?: string
  value?: string
  onChange?: (html: string) => void
}

/** HtmlEditor writes a block: plain HTML with a tool for each mark that is kept. */
export function HtmlEditor({ id, value = '', onChange }: HtmlEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (tool: Tool) => {
    const input = area.current
    if (!input) return
    const { selectionStart: from, selectionEnd: to } = input
    const [before, inside, after] = marks[tool]
    const chosen = value.slice(from, to) || inside
    const marked = before + chosen + after
    input.focus()
    // As if it had been typed, so that Ctrl+Z takes it back. There is no other way to that, old as this one is.
    if (!document.execCommand?.('insertText', false, marked)) {
      onChange?.(value.slice(0, from) + marked + value.slice(to))
    }
    // The words to be written over are chosen, as soon as the new text is in the input.
    requestAnimationFrame(() => input.setSelectionRange(from + before.length, from + before.length + chosen.length))
  }
  return (
    <>
      <Flex wrap gap={4} role="toolbar" aria-label={words.toolbar} className="html-tools">
        {(Object.keys(marks) as Tool[]).map((tool) => (
          <Button key={tool} size="small" onClick={() => put(tool)}>
            {words.tools[tool]}
          </Button>
        ))}
      </Flex>
      <textarea
        ref={area}
        id={id}
        className="html-source"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </>
  )
}
