import { messageOf } from '@shared/api/api-error'
import type { LiveBalance } from '@shared/api/live-balance'
import { api } from '@shared/api/player-client'
import { balanceKey } from '@shared/api/queries'
import { loginInfo } from '@shared/session'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { cleanChange } from '../../ui/clean-input'
import { SelectField, TextField } from '../../ui/field'
import { useBalanceText } from '../../ui/own-balance'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { useWalletText } from './use-wallet-text'

const centre = 'centre'

/** Which sides a transfer has: one of them is always the centre wallet (TRF-02). */
export interface Sides {
  from: string
  to: string
}

/** Choosing the centre on one side sends the other to a venue, and the other way round. */
export function chooseSide(sides: Sides, side: keyof Sides, value: string, firstVenue: string): Sides {
  const other = side === 'from' ? 'to' : 'from'
  if (value !== centre) return { ...sides, [side]: value, [other]: centre }
  const venue = [sides[other], sides[side], firstVenue].find((code) => code !== '' && code !== centre) ?? ''
  return { ...sides, [side]: centre, [other]: venue }
}

export function TransferForm({ balance }: { balance: LiveBalance }) {
  const text = useWalletText()
  const queries = useQueryClient()
  const shown = useBalanceText()
  const venues = balance.venues.filter((venue) => venue.state !== 'closed')
  const [sides, setSides] = useState<Sides>({ from: centre, to: '' })
  const [amount, setAmount] = useState('')
  const [faults, setFaults] = useState<{ side?: string; amount?: string }>({})
  const inward = sides.from === centre
  const venue = venues.find((v) => v.code === (inward ? sides.to : sides.from))
  const sourceFen = inward ? balance.centreFen : (venue?.fen ?? 0)
  // Where the venue did not tell its balance, there may be more than our books know: the server decides.
  const limited = inward || venue?.live === true

  const transfer = useMutation({
    mutationFn: () =>
      api.call('POST /v1/Do/CallPlatformTranscationAction', {
        playerName: loginInfo().PlayerName,
        platformId: venue?.code ?? '',
        transactionType: inward ? 1 : 2,
        amount,
      }),
    onSuccess: (answer) => {
      const open = answer.Status === 0
      toast(open ? 'info' : 'success', answer.ResultMessage || (open ? text.pending : text.done), {
        duration: open ? 3000 : 2000,
      })
      setAmount('')
    },
    onError: (error) => toast('error', messageOf(error)),
    // After a failure too: the balances on the page must be the books'.
    onSettled: () => queries.invalidateQueries({ queryKey: balanceKey }),
  })
  useProcessing(transfer.isPending)

  const pick = (side: keyof Sides, value: string) => {
    setSides(chooseSide(sides, side, value, venues[0]?.code ?? ''))
    setFaults({})
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (transfer.isPending) return
    const broken = rules.broken(rules.transferAmount, amount)
    const found = {
      ...(venue ? {} : { side: ruleText.pleaseSelect }),
      ...(broken
        ? { amount: broken }
        : Number(amount) * 100 > sourceFen && venue && limited
          ? { amount: text.over }
          : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) transfer.mutate()
  }
  const options = (
    <>
      <option value="">{text.choose}</option>
      <option value={centre}>
        {text.centre} ¥{shown(balance.centreFen)}
      </option>
      {venues.map((v) => (
        <option key={v.code} value={v.code} disabled={v.state !== 'open'}>
          {v.name} {v.stale ? text.unknown : `¥${shown(v.fen)}`} {text.venueState[v.state]}
        </option>
      ))}
    </>
  )
  return (
    <form noValidate onSubmit={submit} className="max-w-2xl space-y-1 px-5 py-6 h5:p-4">
      <div className="grid grid-cols-[1fr_2.75rem_1fr] items-start gap-3 h5:grid-cols-1 h5:gap-1">
        <SelectField
          label={text.from}
          value={sides.from}
          error={inward ? undefined : faults.side}
          onChange={(event) => pick('from', event.target.value)}
        >
          {options}
        </SelectField>
        <button
          type="button"
          aria-label={text.swap}
          onClick={() => setSides({ from: sides.to || centre, to: sides.from })}
          disabled={!venue}
          className="mt-7 grid size-11 place-items-center rounded-full border border-line text-gold hover:border-gold disabled:opacity-40 h5:mx-auto h5:mt-0 h5:rotate-90"
        >
          <svg
            width="20"
            height="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            aria-hidden="true"
          >
            <path d="M4 9h15l-4-4M20 15H5l4 4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </button>
        <SelectField
          label={text.to}
          value={sides.to}
          error={inward ? faults.side : undefined}
          onChange={(event) => pick('to', event.target.value)}
        >
          {options}
        </SelectField>
      </div>
      <TextField
        label={text.amount}
        value={amount}
        error={faults.amount}
        hint={venue?.stale && !inward ? text.maxUnknown : text.maxHint(shown(sourceFen))}
        placeholder={text.amountHint}
        inputMode="numeric"
        autoComplete="off"
        className="tabular text-xl font-semibold placeholder:text-base placeholder:font-normal"
        onChange={cleanChange(rules.wholeNumber, setAmount)}
        aside={
          <Button
            look="line"
            className="min-h-11"
            // A transfer is whole yuan: the odd fen stay where they are.
            onClick={() => setAmount(rules.wholeNumber(String(Math.floor(sourceFen / 100))))}
          >
            {text.max}
          </Button>
        }
      />
      <Button type="submit" busy={transfer.isPending} className="min-h-12 w-full text-lg">
        {text.submit}
      </Button>
    </form>
  )
}
