import { useEffect, useState } from 'react'
import { Link } from '../../ui/link'
import type { ArticlePart } from './text/tools.zh-cn'
import { useArticleText } from './use-article-text'

/** The id of a part's heading, counted from 1. */
export const partId = (at: number) => `part-${at}`

/** The address after # is the route's, so a part of a page is named in the query. */
const partLink = (at: number) => `?part=${at}`

/** The contents of a long article, beside it on the desktop; the part being read is marked. */
export function ContentsAside({ parts }: { parts: ArticlePart[] }) {
  const text = useArticleText()
  const read = usePartBeingRead(parts.length)
  return (
    <nav aria-label={text.contents} className="sticky top-28 max-h-[calc(100dvh-9rem)] overflow-y-auto pb-4">
      <p className="pb-2 text-sm font-semibold text-mute">{text.contents}</p>
      <ol className="border-l border-line">
        {parts.map((part, index) => (
          <li key={part.heading}>
            <Link
              to={partLink(index + 1)}
              aria-current={read === index + 1 ? 'location' : undefined}
              className={`-ml-px flex min-h-8 items-center border-l-2 py-1 pl-4 text-sm leading-5 -outline-offset-2 ${
                read === index + 1 ? 'border-gold text-gold' : 'border-transparent text-soft hover:text-text'
              }`}
            >
              {part.heading}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The same on the phone, folded away above the article. */
export function ContentsFold({ parts }: { parts: ArticlePart[] }) {
  const text = useArticleText()
  return (
    <details className="panel group mt-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-4 font-semibold [&::-webkit-details-marker]:hidden">
        {text.contents}
        <svg
          width="18"
          height="18"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          className="text-mute transition-transform group-open:rotate-180"
          aria-hidden="true"
        >
          <path d="M5 9l7 7 7-7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </summary>
      <ol className="border-t border-line px-4 py-1">
        {parts.map((part, index) => (
          <li key={part.heading}>
            <Link to={partLink(index + 1)} className="flex min-h-11 items-center gap-3 text-soft">
              <span className="tabular w-5 text-sm text-mute">{index + 1}</span>
              {part.heading}
            </Link>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The last part whose heading has passed the upper third of the window. */
function usePartBeingRead(count: number): number {
  const [read, setRead] = useState(1)
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const passed = Array.from({ length: count }, (_, at) => at + 1).filter(
        (at) => (document.getElementById(partId(at))?.getBoundingClientRect().top ?? line) < line,
      )
      setRead(passed.at(-1) ?? 1)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [count])
  return read
}
