import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { depositPromotionsQuery } from './promo-queries'
import { useDiscountText } from './use-promo-text'

/** /Discount: nothing can be claimed by oneself yet; what a deposit may name stands here when the house has some. */
export default function DiscountPage() {
  const text = useDiscountText()
  // Only an extra: when it cannot be read, the page says what it knows without it.
  const { data: named = [] } = useQuery(depositPromotionsQuery)
  return (
    <div className="space-y-5 h5:space-y-4">
      <Panel title={text.title} className="h5:[&>header]:hidden">
        <div className="flex flex-col items-center gap-1.5 px-6 pt-10 pb-12 text-center">
          <StateArt state="data" />
          <p className="pt-3 text-lg font-semibold">{text.empty}</p>
          <p className="max-w-md leading-7 text-balance not-h5:max-w-xl text-soft">{text.emptyHint}</p>
          <Link to={paths.activity} className="btn btn-gold mt-4 h5:min-h-11">
            {text.toActivity}
          </Link>
        </div>
      </Panel>
      {named.length > 0 && (
        <Panel
          title={text.depositTitle}
          aside={
            <Link to={paths.deposit} className="btn btn-line h5:min-h-11">
              {text.toDeposit}
            </Link>
          }
        >
          <p className="px-5 pt-4 text-sm text-soft h5:px-4">{text.depositLine}</p>
          <ul aria-label={text.depositTitle} className="divide-y divide-line px-5 pb-2 h5:px-4">
            {named.map((promotion) => (
              <li key={promotion.id} className="py-3">
                {promotion.name}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={text.meanwhile}>
        <ol className="grid grid-cols-3 gap-6 p-5 h5:grid-cols-1 h5:gap-4 h5:p-4">
          {text.steps.map((step, at) => (
            <li key={step.title} className="flex gap-3">
              <span
                aria-hidden="true"
                className="tabular grid size-7 shrink-0 place-items-center rounded-full border border-gold/50 text-sm font-semibold text-gold"
              >
                {at + 1}
              </span>
              <div>
                <p className="font-semibold">{step.title}</p>
                <p className="pt-0.5 text-sm leading-6 text-soft">{step.line}</p>
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
