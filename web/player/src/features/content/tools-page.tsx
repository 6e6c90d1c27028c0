import { boot } from '@shared/boot'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { siteForm } from '../../ui/site-form'
import { articles } from './text/tools.zh-cn'
import { ContentsAside, ContentsFold, partId } from './tools-contents'
import { Said, ToolsPart } from './tools-prose'
import { ToolsRow, ToolsSide } from './tools-side'
import { useArticleText } from './use-article-text'

/** From this many parts on an article has a table of contents. */
const longArticle = 6

/** The footer's articles. `help` comes at the end of each: where to ask. */
export default function ToolsPage({ help }: { help?: ReactNode }) {
  const { pathname } = useLocation()
  const found = Object.entries(articles).find(([path]) => path.toLowerCase() === pathname.toLowerCase())
  useNamedPart(pathname)
  if (!found) return null
  const [path, article] = found
  const { title, lead, parts } = article(boot.house)
  const long = parts.length >= longArticle
  const text = <Article key={path} title={title} lead={lead} parts={parts} long={long} help={help} />
  if (siteForm() === 'h5') {
    return (
      <div className="px-4">
        <ToolsRow path={path} />
        {text}
      </div>
    )
  }
  return (
    <div className="container-page grid grid-cols-[13rem_minmax(0,1fr)_12rem] items-start gap-12 pt-10">
      <ToolsSide path={path} />
      {text}
      {long ? <ContentsAside key={`contents ${path}`} parts={parts} /> : <div />}
    </div>
  )
}

interface ArticleProps {
  title: string
  lead: string
  parts: Parameters<typeof ToolsPart>[0]['part'][]
  long: boolean
  help: ReactNode
}

function Article({ title, lead, parts, long, help }: ArticleProps) {
  const text = useArticleText()
  const h5 = siteForm() === 'h5'
  return (
    <article className="mx-auto w-full max-w-2xl">
      {!h5 && <h1 className="text-3xl font-semibold text-gold-soft">{title}</h1>}
      {boot.demo && <p className="panel mt-4 border-gold/40 px-4 py-3 text-sm leading-6 text-soft">{text.demo}</p>}
      <p className="pt-3 text-lg leading-8 not-h5:text-balance h5:pt-5 h5:text-base h5:leading-7">
        <Said>{lead}</Said>
      </p>
      {h5 && long && <ContentsFold parts={parts} />}
      {parts.map((part, index) => (
        <ToolsPart key={part.heading} part={part} id={partId(index + 1)} />
      ))}
      {help}
      <p className="pt-6 text-sm text-mute">{text.updated}</p>
    </article>
  )
}

/** ?part=3 brings the third part into view and gives it the focus: a link to a part works from anywhere. */
function useNamedPart(pathname: string): void {
  const [query] = useSearchParams()
  const part = query.get('part') ?? ''
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same part goes there again
  useEffect(() => {
    const heading = /^\d{1,2}$/.test(part) ? document.getElementById(partId(Number(part))) : null
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [part, pathname, key])
}
