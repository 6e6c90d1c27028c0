import { type Claim, choosable } from './claim-queries'
import { useClaimText } from './use-promo-text'

/** How far the player is with each condition; of what nothing is asked for, how much it is. */
export function ClaimConditions({ claim }: { claim: Claim }) {
  const text = useClaimText()
  if (choosable(claim)) {
    return claim.conditions.map(({ name, asked }) => (
      <p key={name} className="tabular text-sm text-soft">
        {text.atLeast(name, asked)}
      </p>
    ))
  }
  return (
    <ul className="space-y-2.5">
      {claim.conditions.map((condition) => (
        <li key={condition.name}>
          <p className="tabular flex flex-wrap justify-between gap-x-3 text-xs text-soft">
            <span>{condition.name}</span>
            <span className={condition.percent === 100 ? 'text-win' : ''}>{condition.figures}</span>
          </p>
          {condition.percent !== undefined && (
            <div
              role="progressbar"
              aria-label={text.progressOf(condition.name, claim.name)}
              aria-valuenow={condition.percent}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuetext={condition.figures}
              className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-deep"
            >
              <div
                className={`h-full rounded-full ${condition.percent === 100 ? 'bg-win' : 'bg-gold'}`}
                style={{ width: `${condition.percent}%` }}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
