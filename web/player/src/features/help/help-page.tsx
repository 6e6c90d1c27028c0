import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { articlePath } from '../../ask-paths'
import { Link } from '../../ui/link'
import { pageHeld } from '../../ui/page-held'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { HelpArticlePage } from './article-page'
import { AskBox } from './ask-box'
import { askKind, helpQuery, type Topic, topics } from './help-queries'
import { useHelpText } from './use-help-text'

/** How long typing rests before the search is asked. */
const restMs = 300

/** /Help and /Help/:id in one chunk: who opens the list opens an article next. */
export default function HelpPage() {
  return useParams()['id'] ? <HelpArticlePage /> : <Articles />
}

/** The articles, by topic or by a search. Both live in the address. */
function Articles() {
  const text = useHelpText()
  const [query, setQuery] = useSearchParams()
  const q = (query.get('q') ?? '').slice(0, 40)
  const topic = topics.find((name) => name === query.get('topic'))
  const [typed, setTyped] = useState(q)
  const list = useQuery(helpQuery(q))
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => {
      if (!pageHeld()) setQuery(typed.trim() ? { q: typed.trim() } : {}, { replace: true })
    }, restMs)
    return () => clearTimeout(timer)
  }, [typed, q, setQuery])
  const pick = (next: Topic | undefined) => {
    setTyped('')
    setQuery(next ? { topic: next } : {}, { replace: true })
  }
  const chip = (on: boolean) =>
    `min-h-9 rounded-full border px-4 text-sm h5:min-h-11 ${on ? 'border-gold bg-gold/12 font-semibold text-gold' : 'border-line text-soft hover:border-gold hover:text-gold'}`
  return (
    <div className="container-page max-w-4xl pt-8 h5:px-4 h5:pt-4">
      <h1 className="text-2xl font-semibold text-gold-soft h5:hidden">{text.title}</h1>
      <p className="pt-1 pb-4 text-soft">{text.lead}</p>
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        value={typed}
        maxLength={40}
        onChange={(event) => setTyped(event.target.value)}
        className="input-box"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look */}
      <div role="group" aria-label={text.topicsLabel} className="flex flex-wrap gap-2 py-4">
        <button type="button" aria-pressed={!topic} onClick={() => pick(undefined)} className={chip(!topic)}>
          {text.all}
        </button>
        {topics.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === topic}
            onClick={() => pick(name)}
            className={chip(name === topic)}
          >
            {text.topics[name]}
          </button>
        ))}
      </div>
      <Load query={list} skeleton={<SkeletonRows rows={10} height="h-16" />}>
        {(all) => {
          const shown = topic ? all.filter((item) => item.topic === topic) : all
          return (
            <section aria-label={text.list} className="panel">
              <p aria-live="polite" className="px-5 pt-3 text-xs text-mute h5:px-4">
                {text.found(shown.length)}
              </p>
              {shown.length === 0 ? (
                <Empty title={text.empty} line={text.emptyLine} />
              ) : (
                <ul className="divide-y divide-line">
                  {shown.map((item) => (
                    <li key={item.id}>
                      <Link to={articlePath(item.id)} className="block px-5 py-4 hover:bg-raised/50 h5:px-4">
                        <span className="flex items-baseline gap-3">
                          <span className="font-semibold">{item.title}</span>
                          <span className="text-xs text-mute">{text.topics[item.topic]}</span>
                        </span>
                        <span className="block truncate pt-1 text-sm text-soft">{item.line}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )
        }}
      </Load>
      {!list.isPending && <AskBox kind={topic ? askKind[topic] : ''} />}
    </div>
  )
}
