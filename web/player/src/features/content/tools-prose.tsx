import { shown } from '@shared/language'
import { Fragment } from 'react'
import { Link } from '../../ui/link'
import type { ArticlePart } from './text/tools.zh-cn'

/** One part of an article: its heading, what it says, and its points or steps. */
export function ToolsPart({ part, id }: { part: ArticlePart; id: string }) {
  const List = part.ordered ? 'ol' : 'ul'
  return (
    <section aria-labelledby={id} className="pt-9 h5:pt-7">
      <h2 id={id} tabIndex={-1} className="text-xl font-semibold outline-none h5:-scroll-mt-12 h5:text-lg">
        {part.heading}
      </h2>
      {part.body && (
        <p className="pt-2.5 leading-8 text-pretty text-soft">
          <Said>{part.body}</Said>
        </p>
      )}
      {part.list && (
        <List className="space-y-2 pt-3">
          {part.list.map((point, at) => (
            <li key={point} className="flex gap-3 leading-7 text-soft">
              <span
                aria-hidden="true"
                className={
                  part.ordered
                    ? 'tabular mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-raised text-xs font-semibold text-gold'
                    : 'mx-2 mt-3 size-1.5 shrink-0 rounded-full bg-gold/70'
                }
              >
                {part.ordered && at + 1}
              </span>
              <span className="min-w-0 text-pretty">
                <Said>{point}</Said>
              </span>
            </li>
          ))}
        </List>
      )}
      {part.link && (
        <Link to={part.link.to} className="btn btn-gold mt-4 h5:min-h-11">
          {part.link.name}
        </Link>
      )}
    </section>
  )
}

const special = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/**
 * A sentence in which an e-mail address is a link. It is said in the reader's language as a whole, because the page's
 * own translation sees only the pieces around the link.
 */
export function Said({ children }: { children: string }) {
  return (
    <span data-own-words>
      {shown(children)
        .split(special)
        .map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never change their order
          <Fragment key={at}>{at % 2 === 0 ? piece : <Mail to={piece} />}</Fragment>
        ))}
    </span>
  )
}

function Mail({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`} className="text-gold-soft underline decoration-gold/40 underline-offset-4 hover:text-gold">
      {to}
    </a>
  )
}
