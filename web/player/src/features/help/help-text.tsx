import type { ReactNode } from 'react'

/** The text of an article: lines with ## are headings, with - list items, everything else paragraphs. Never HTML. */
export function HelpText({ text }: { text: string }) {
  const out: ReactNode[] = []
  let items: string[] = []
  const flush = () => {
    if (items.length === 0) return
    const shown = items
    out.push(
      <ul key={`list-${out.length}`} className="list-disc space-y-1.5 py-2 pl-6 marker:text-gold">
        {shown.map((item) => (
          <li key={item} className="leading-7">
            {item}
          </li>
        ))}
      </ul>,
    )
    items = []
  }
  for (const line of text.split('\n')) {
    const bare = line.trim()
    if (bare.startsWith('- ')) {
      items.push(bare.slice(2))
      continue
    }
    flush()
    if (bare === '') continue
    const key = `line-${out.length}`
    out.push(
      bare.startsWith('##') ? (
        <h2 key={key} className="pt-5 pb-1 text-lg font-semibold text-gold-soft">
          {bare.replace(/^#+\s*/, '')}
        </h2>
      ) : (
        <p key={key} className="py-1.5 leading-7">
          {bare}
        </p>
      ),
    )
  }
  flush()
  return <div className="break-words">{out}</div>
}
