import { CopyButton } from '../../ui/copy-button'
import { useCashierText } from './use-cashier-text'

const pair = /^([^：:/]{1,20})[：:]\s*(\S.*)$/

/** The message of an order of style MSG: what the gateway tells the payer to do. It is text of a stranger and never markup. */
export default function MessageLines({ message }: { message: string }) {
  const text = useCashierText()
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return <p className="text-sm text-soft">{text.msgHint}</p>
  return (
    <section aria-label={text.message} className="divide-y divide-line rounded-lg border border-gold/40">
      {lines.map((line) => (
        <Line key={line} line={line} />
      ))}
    </section>
  )
}

/** One line; "name：value" can be copied, and an address can be opened. */
function Line({ line }: { line: string }) {
  const [, label = '', value = ''] = pair.exec(line) ?? []
  if (value === '')
    return (
      <p data-own-words className="break-all px-4 py-2.5 text-sm">
        {line}
      </p>
    )
  return (
    <p className="flex min-h-12 items-center gap-3 px-4 py-2 h5:gap-2 h5:px-3">
      <span className="w-18 shrink-0 text-sm text-mute h5:w-15">{label}</span>
      <span data-own-words className="tabular min-w-0 flex-1 break-all">
        {/^https?:\/\/\S+$/.test(value) ? (
          <a href={value} target="_blank" rel="noreferrer noopener" className="text-gold underline">
            {value}
          </a>
        ) : (
          value
        )}
      </span>
      <CopyButton value={value} label={label} />
    </p>
  )
}
