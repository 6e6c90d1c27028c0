import type { ReactNode } from 'react'
import type { Category } from '../../ui/art/category-icon'
import { Phrases } from '../../ui/phrases'
import { siteForm } from '../../ui/site-form'
import KindStrip from '../venue/kind-strip'

interface Props {
  category: Category
  title: string
  line: string
  /** Lies over the lower edge of the picture. */
  children?: ReactNode
}

/** The banner of a hall of games: lower than a category page's, for the games are what one came for. */
export function HallHero({ category, title, line, children }: Props) {
  const phone = siteForm() === 'h5'
  return (
    <>
      {phone && <KindStrip current={category} />}
      <section className="relative overflow-hidden bg-deep">
        <img
          src={`/art/${category}${phone ? '-h5' : ''}.svg`}
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover object-[100%_42%] h5:object-right"
        />
        <div className="absolute inset-0 bg-linear-to-r from-ink/60 via-ink/15 to-transparent" />
        <div
          className={`container-page relative flex h-[clamp(16rem,18vw,22rem)] flex-col pt-7 pb-5 h5:h-44 h5:justify-start h5:px-4 h5:pb-4 ${
            children ? 'justify-between' : 'justify-center'
          }`}
        >
          <div>
            <h1 className="text-4xl leading-tight font-bold tracking-wide whitespace-nowrap text-gold-soft h5:text-[clamp(1.25rem,6.6vw,1.625rem)]">
              {title}
            </h1>
            <p className="pt-1.5 text-lg text-text h5:max-w-[45%] h5:text-sm h5:text-soft">
              <Phrases>{line}</Phrases>
            </p>
          </div>
          {!phone && children}
        </div>
        {phone && children}
      </section>
    </>
  )
}
