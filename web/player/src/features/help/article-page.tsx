import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { Load, SkeletonRows } from '../../ui/states'
import { AskBox } from './ask-box'
import { articleQuery, askKind, topicPage } from './help-queries'
import { HelpText } from './help-text'
import { useHelpText } from './use-help-text'

/** /Help/:id: one article, with the page where its matter is done. */
export function HelpArticlePage() {
  const text = useHelpText()
  const { id = '' } = useParams()
  const number = /^\d{1,16}$/.test(id) ? Number(id) : 0
  const article = useQuery({ ...articleQuery(number), enabled: number > 0 })
  return (
    <div className="container-page max-w-3xl pt-8 h5:px-4 h5:pt-4">
      <Link to={paths.help} className="inline-flex min-h-9 items-center text-sm text-soft hover:text-gold h5:min-h-11">
        ‹ {text.back}
      </Link>
      {number === 0 ? (
        <p className="py-10 text-center text-soft">{text.missing}</p>
      ) : (
        <Load query={article} skeleton={<SkeletonRows rows={6} />}>
          {(shown) => (
            <article>
              <h1 className="pt-2 pb-3 text-2xl font-semibold text-gold-soft">{shown.title}</h1>
              <HelpText text={shown.text} />
              <div className="flex flex-wrap items-center gap-4 pt-6">
                <Link to={topicPage[shown.topic]} className="btn btn-line h5:min-h-11">
                  {text.go[shown.topic]}
                </Link>
                <span className="tabular text-xs text-mute">{text.updated(shown.changed)}</span>
              </div>
              <AskBox kind={askKind[shown.topic]} />
            </article>
          )}
        </Load>
      )}
    </div>
  )
}
