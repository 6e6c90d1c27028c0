import { api } from '@shared/api/player-client'
import { gmtTime } from '@shared/clock'
import { fenOfText, formatFen, yuanText } from '@shared/money'
import { lazy, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Optional } from '../../ui/optional'
import { Panel } from '../../ui/panel'
import { type Limit, useDecide } from './limits-queries'
import type { LimitsText } from './text/zh-cn'
import { useLimitsText } from './use-limits-text'

const Dialog = lazy(async () => ({ default: (await import('../../ui/dialog')).Dialog }))

/** An amount of a limit in words: 0 is none. */
export const amountText = (text: LimitsText, fen: number) => (fen === 0 ? text.noLimit : text.yuan(formatFen(fen)))

/** The limits of deposits, what is used of each, and what waits to be confirmed. */
export function DepositLimits({ limits, now }: { limits: Limit[]; now: number }) {
  const text = useLimitsText()
  const [chosen, setChosen] = useState<Limit | null>(null)
  return (
    <Panel title={text.deposits}>
      <p className="px-5 pt-4 text-sm leading-6 text-soft h5:px-4">{text.depositsLine}</p>
      <ul aria-label={text.deposits} className="divide-y divide-line">
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} now={now} onChange={() => setChosen(limit)} />
        ))}
      </ul>
      {chosen && (
        <Optional>
          <Dialog title={text.changeOf(text.periods[chosen.period])} onClose={() => setChosen(null)}>
            <ChangeForm limit={chosen} onDone={() => setChosen(null)} />
          </Dialog>
        </Optional>
      )}
    </Panel>
  )
}

function LimitRow({ limit, now, onChange }: { limit: Limit; now: number; onChange: () => void }) {
  const text = useLimitsText()
  const name = text.periods[limit.period]
  const set = limit.amountFen > 0
  const percent = set ? Math.min(100, Math.floor(((limit.usedFen + limit.openFen) * 100) / limit.amountFen)) : 0
  return (
    <li className="px-5 py-4 h5:px-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className={`tabular pt-0.5 text-lg ${set ? 'text-gold-soft' : 'text-mute'}`}>
            {set ? text.yuan(formatFen(limit.amountFen)) : text.none}
          </p>
        </div>
        <Button look="line" aria-label={text.changeOf(name)} onClick={onChange}>
          {text.change}
        </Button>
      </div>
      {set && (
        <div className="pt-2 text-sm text-soft">
          <div
            role="progressbar"
            aria-label={text.usageOf(name)}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mb-1.5 h-1.5 overflow-hidden rounded-full bg-deep"
          >
            <div className="h-full rounded-full bg-gold" style={{ width: `${percent}%` }} />
          </div>
          <p className="tabular flex flex-wrap justify-between gap-x-4">
            <span>{text.used(formatFen(limit.usedFen), formatFen(limit.openFen))}</span>
            <span>{text.left(formatFen(limit.leftFen))}</span>
          </p>
        </div>
      )}
      {limit.pending && <Pending limit={limit} now={now} />}
    </li>
  )
}

function Pending({ limit, now }: { limit: Limit; now: number }) {
  const text = useLimitsText()
  const period = limit.period
  const confirm = useDecide(() => api.call('POST /v1/Do/ConfirmLimitAction', { period }))
  const cancel = useDecide(() => api.call('POST /v1/Do/CancelLimitAction', { period }))
  const pending = limit.pending
  if (!pending) return null
  const busy = confirm.isPending || cancel.isPending
  return (
    <div className="mt-3 rounded-lg border border-gold/30 bg-gold/5 p-3 text-sm">
      <p className="leading-6 text-soft">
        {text.pending(
          amountText(text, pending.amountFen),
          text.china(gmtTime(pending.readyAt)),
          text.china(gmtTime(pending.lapsesAt)),
        )}
      </p>
      <div className="flex gap-3 pt-2">
        <Button
          size="small"
          busy={confirm.isPending}
          disabled={busy || now < pending.readyAt}
          onClick={() => confirm.mutate(undefined)}
        >
          {text.confirm}
        </Button>
        <Button look="line" size="small" disabled={busy} onClick={() => cancel.mutate(undefined)}>
          {text.cancel}
        </Button>
      </div>
    </div>
  )
}

const amountForm = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/

/** The amount, and then, before anything is sent, what follows from it. */
function ChangeForm({ limit, onDone }: { limit: Limit; onDone: () => void }) {
  const text = useLimitsText()
  const [amount, setAmount] = useState(limit.amountFen ? yuanText(limit.amountFen) : '')
  const [wrong, setWrong] = useState('')
  const [asking, setAsking] = useState(false)
  const send = useDecide(
    () => api.call('POST /v1/Do/DepositLimitAction', { period: limit.period, limit: clean }),
    onDone,
  )
  const clean = amount.trim()
  const next = (event: SubmitEvent) => {
    event.preventDefault()
    const good = amountForm.test(clean)
    setWrong(good ? '' : text.amountWrong)
    setAsking(good)
  }
  if (!asking) {
    return (
      <form onSubmit={next} noValidate>
        <TextField
          label={text.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={amount}
          error={wrong || undefined}
          hint={text.amountHint}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Button type="submit" className="w-full">
          {text.next}
        </Button>
      </form>
    )
  }
  const fen = fenOfText(clean)
  const raises = limit.amountFen > 0 && (fen === 0 || fen > limit.amountFen)
  const says = raises ? text.raise : text.lower
  return (
    <div>
      <p className="pb-6 leading-7 text-soft">{says(text.periods[limit.period], amountText(text, fen))}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="line" disabled={send.isPending} onClick={() => setAsking(false)}>
          {text.back}
        </Button>
        <Button busy={send.isPending} onClick={() => send.mutate(undefined)}>
          {text.sure}
        </Button>
      </div>
    </div>
  )
}
