import { boot } from '@shared/boot'
import { useEffect, useRef } from 'react'
import { Link } from '../../ui/link'
import { articles } from './text/tools.zh-cn'
import { useArticleText } from './use-article-text'

const entries = () => Object.entries(articles).map(([path, article]) => ({ path, title: article(boot.house).title }))

/** The six articles: a list beside the article on the desktop. */
export function ToolsSide({ path: open }: { path: string }) {
  const text = useArticleText()
  return (
    <nav aria-label={text.articles} className="sticky top-28">
      <p className="px-4 pb-2 text-sm font-semibold text-mute">{text.articles}</p>
      <ul className="space-y-0.5">
        {entries().map(({ path, title }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === open ? 'page' : undefined}
              className={`flex min-h-11 items-center rounded-lg px-4 ${
                path === open ? 'bg-gold/12 font-semibold text-gold' : 'text-soft hover:bg-raised hover:text-text'
              }`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On the phone a row to push sideways, the open one in view. */
export function ToolsRow({ path: open }: { path: string }) {
  const text = useArticleText()
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article is another place in the row
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && here) row.current.scrollLeft = here.offsetLeft - 16
  }, [open])
  return (
    <nav aria-label={text.articles} className="-mx-4 border-b border-line">
      <ul ref={row} className="relative flex gap-1 overflow-x-auto px-3 [scrollbar-width:none]">
        {entries().map(({ path, title }) => (
          <li key={path} className="shrink-0">
            <Link
              to={path}
              replace
              aria-current={path === open ? 'page' : undefined}
              className={`flex min-h-11 items-center border-b-2 px-2.5 text-[0.9375rem] ${
                path === open ? 'border-gold font-semibold text-gold' : 'border-transparent text-soft'
              }`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
