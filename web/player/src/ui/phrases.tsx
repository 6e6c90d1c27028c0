import { language } from '@shared/language'

/**
 * A line that breaks, where it must, where one would breathe: Chinese may break anywhere, and a browser does. English
 * breaks between words by itself, and is found in its book by the whole line.
 */
export function Phrases({ children }: { children: string }) {
  if (language() === 'en') return children
  return children.split(/(?<=[，、；。])/).map((part) => (
    <span key={part} className="inline-block">
      {part}
    </span>
  ))
}
