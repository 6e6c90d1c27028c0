import { useState } from 'react'
import { checkSeed, type Verdict } from './fair'
import { fairText as text } from './fair-text'

/** A seed or a hash with the button that copies it. */
export function Copied({ name, value }: { name: string; value: string }) {
  const [said, say] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => say(text.copied),
      () => say(text.copyFailed),
    )
  return (
    <span className="fair-value">
      <code>{value}</code>
      <button
        type="button"
        aria-label={text.copyOf(name)}
        onClick={() =>
          void Promise.resolve()
            .then(copy)
            .catch(() => say(text.copyFailed))
        }
      >
        {said || text.copy}
      </button>
    </span>
  )
}

/** The check of a revealed seed against its commitment, in the page, and how to do it elsewhere. */
export function SeedCheck({ seed, commitment }: { seed: string; commitment: string }) {
  const [found, find] = useState<{ of: string; verdict: Verdict }>()
  const of = `${seed} ${commitment}`
  const verdict = found?.of === of ? found.verdict : undefined
  return (
    <div className="fair-check">
      {seed && commitment && (
        <p>
          <button
            type="button"
            className="gold"
            onClick={() => void checkSeed(seed, commitment).then((verdict) => find({ of, verdict }))}
          >
            {text.check}
          </button>
          <output className={verdict === 'different' ? 'different' : ''}>{verdict && text[verdict]}</output>
        </p>
      )}
      <details>
        <summary>{text.how}</summary>
        <ol>
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}
