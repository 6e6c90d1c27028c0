import { useLocation } from 'react-router'
import { articles } from './text/tools.zh-cn'
import { useContentText } from './use-content-text'

/** The footer's articles. */
export default function ToolsPage() {
  const text = useContentText()
  const { pathname } = useLocation()
  const article = Object.entries(articles).find(([path]) => path.toLowerCase() === pathname.toLowerCase())?.[1]
  if (!article) return null
  return (
    <article className="container-page max-w-3xl pt-10 h5:px-4 h5:pt-5">
      <h1 className="text-3xl font-semibold text-gold-soft h5:text-xl">{article.title}</h1>
      {article.parts.map((part) => (
        <section key={part.heading} className="pt-6">
          <h2 className="text-lg font-semibold">{part.heading}</h2>
          <p className="pt-1.5 leading-7 text-soft">{part.body}</p>
        </section>
      ))}
      <p className="pt-8 text-sm text-mute">{text.updated}</p>
    </article>
  )
}
