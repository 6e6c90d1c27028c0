import { useCashierText } from './use-cashier-text'

interface Props {
  /** 0 on its way, 1 paid, 2 refused, as in every funding record. */
  status: number
  statusText: string
}

/** How far a withdrawal has come, counted from 0: submitted, in review, being paid, arrived or refused. */
export function stageOf({ status, statusText }: Props, payingText: string): number {
  if (status === 1 || status === 2) return 3
  return statusText === payingText ? 2 : 1
}

/** The four stations of a withdrawal; the last says either that the money arrived or why it came back (WD-10). */
export function WithdrawalSteps({ status, statusText }: Props) {
  const text = useCashierText()
  const refused = status === 2
  const stage = stageOf({ status, statusText }, text.steps[2] ?? '')
  // One that its player took back was never reviewed.
  const passed = statusText.startsWith(text.takenBack) ? 1 : 2
  const names = refused ? [...text.steps.slice(0, passed), statusText || text.statusFallback[2]] : text.steps
  const reached = refused ? names.length - 1 : stage
  return (
    <ol aria-label={text.withdrawals} className="flex items-start text-xs h5:basis-full h5:pt-1">
      {names.map((name, index) => {
        const here = index === reached
        const tone = index > reached ? 'text-mute' : here ? toneOf(status) : 'text-soft'
        return (
          <li
            key={name}
            aria-current={here ? 'step' : undefined}
            className={`flex items-center whitespace-nowrap ${tone} ${here ? 'font-semibold' : ''}`}
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`mx-2 h-px w-6 h5:mx-1.5 h5:w-3.5 ${index <= reached ? 'bg-gold' : 'bg-line'}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`mr-1.5 size-2 rounded-full ${index <= reached ? 'bg-current' : 'border border-line'}`}
            />
            {name}
          </li>
        )
      })}
    </ol>
  )
}

const toneOf = (status: number) => (status === 1 ? 'text-win' : status === 2 ? 'text-loss' : 'text-gold')
