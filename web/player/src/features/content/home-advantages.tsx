import type { ReactNode } from 'react'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { useHomeBelowText } from './use-home-below-text'

/** In the order of the texts: the ledger, the transfer, the steps, the turnover. */
const marks: ReactNode[] = [
  <path key="ledger" d="M7 4h15a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H7V4Zm0 0v24M12 11h8M12 16h8M12 21h5" />,
  <path key="transfer" d="M6 11h19l-5-5M26 21H7l5 5M13 16h6" />,
  <path
    key="steps"
    d="M5 16a4 4 0 1 0 8 0 4 4 0 1 0-8 0m14 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0m-6 0h6M7.500 16l1.200 1.300 2.300-2.600M5 7h22M5 25h22"
  />,
  <path key="turnover" d="M5 27h22M8 23v-6M14 23V12M20 23v-8M26 23V7M6 11l7-5 6 4 7-6" />,
]

/** The site's advantages (HOME-02), without boxes: four columns with a line between them. */
export function HomeAdvantages() {
  const text = useHomeBelowText()
  return (
    <section aria-labelledby="advantages">
      <h2 id="advantages" className="pb-6 text-2xl font-semibold h5:pb-2 h5:text-lg">
        {text.advantages}
      </h2>
      <ul className="grid grid-cols-4 divide-x divide-line h5:grid-cols-1 h5:divide-x-0 h5:divide-y">
        {text.advantage.map((item, index) => (
          <li key={item.title} className="px-8 first:pl-0 last:pr-0 h5:flex h5:gap-4 h5:px-0 h5:py-4">
            <svg
              width="36"
              height="36"
              viewBox="0 0 32 32"
              fill="none"
              className="shrink-0 stroke-gold"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              {marks[index]}
            </svg>
            <div>
              <h3 className="pt-4 font-semibold h5:pt-0">{item.title}</h3>
              <p className="pt-1 text-sm leading-6 text-soft">{item.line}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last line before the footer. */
export function ResponsibleLine() {
  const text = useHomeBelowText()
  return (
    <section
      aria-label={text.responsible}
      className="flex items-center gap-5 border-t border-line pt-6 text-sm h5:flex-wrap h5:gap-x-4 h5:gap-y-2"
    >
      <p className="shrink-0 font-semibold text-gold-soft">{text.responsible}</p>
      <p className="text-soft">{text.responsibleLine}</p>
      <Link
        to={paths.toolsGambling}
        className="ml-auto inline-flex min-h-8 shrink-0 items-center text-gold hover:underline h5:ml-0 h5:min-h-11"
      >
        {text.responsibleLink}
        <span aria-hidden="true" className="pl-1">
          ›
        </span>
      </Link>
    </section>
  )
}
