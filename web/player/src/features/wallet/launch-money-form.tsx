import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type Balance, balanceKey, type LaunchMoney } from '@shared/api/queries'
import * as rules from '@shared/validate'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, type SubmitEvent, useId, useState } from 'react'
import { Button } from '../../ui/button'
import { cleanChange } from '../../ui/clean-input'
import { TextField } from '../../ui/field'
import { useBalanceText } from '../../ui/own-balance'
import { toast } from '../../ui/toast'
import { useWalletText } from './use-wallet-text'

type Choice = Exclude<LaunchMoney['brings'], 'unasked'>
const choices: Choice[] = ['all', 'amount', 'nothing']

interface Props {
  launch: LaunchMoney
  centreFen: number
  /** Called when the server has stored the choice. */
  onSaved: () => void
  /** The button's text. */
  submit: string
}

/**
 * The money that a launch brings along: everything, an amount or nothing, and whether it comes back (H-250).
 */
export function LaunchMoneyForm({ launch, centreFen, onSaved, submit }: Props) {
  const { launch: text, amountHint } = useWalletText()
  const queries = useQueryClient()
  const balance = useBalanceText()
  // Nothing is chosen for a player who was not asked (RG-8).
  const [choice, choose] = useState<Choice | ''>(launch.brings === 'unasked' ? '' : launch.brings)
  const [amount, setAmount] = useState(launch.amountFen > 0 ? String(Math.floor(launch.amountFen / 100)) : '')
  const [recall, setRecall] = useState(launch.recall)
  const [fault, setFault] = useState<string>()
  const save = useMutation({
    mutationFn: (brings: Choice) =>
      api.call('POST /v1/Do/SetLaunchMoneyAction', {
        brings,
        ...(brings === 'amount' ? { amount } : {}),
        recall: recall ? 1 : 0,
      }),
    onSuccess: (_, brings) => {
      const amountFen = brings === 'amount' ? Number(amount) * 100 : 0
      queries.setQueryData<Balance>(
        balanceKey,
        (balance) =>
          balance && { ...balance, autoTransfer: brings !== 'nothing', launch: { brings, amountFen, recall } },
      )
      onSaved()
    },
    onError: (error) => toast('error', messageOf(error)),
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending || choice === '') return
    const broken = choice === 'amount' ? rules.broken(rules.transferAmount, amount) : undefined
    setFault(broken)
    if (!broken) save.mutate(choice)
  }
  const line = { all: text.allLine(balance(centreFen)), amount: text.amountLine, nothing: text.nothingLine }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3 text-left">
      <fieldset className="grid gap-2">
        <legend className="sr-only">{text.legend}</legend>
        {choices.map((key) => (
          <Fragment key={key}>
            <Option title={text[key]} line={line[key]} checked={choice === key} onPick={() => choose(key)} />
            {key === 'amount' && choice === key && (
              <TextField
                label={text.amountField}
                value={amount}
                error={fault}
                hint={amountHint}
                inputMode="numeric"
                autoComplete="off"
                className="tabular text-lg font-semibold"
                onChange={cleanChange(rules.wholeNumber, setAmount)}
              />
            )}
          </Fragment>
        ))}
      </fieldset>
      {choice !== 'nothing' && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg px-1 py-1.5">
          <input
            type="checkbox"
            checked={recall}
            onChange={(event) => setRecall(event.target.checked)}
            className="mt-1 size-4.5 shrink-0 accent-gold"
          />
          <span>
            {text.recall}
            <span className="block text-xs text-mute">{text.recallLine}</span>
          </span>
        </label>
      )}
      <Button type="submit" busy={save.isPending} disabled={choice === ''} className="min-h-12 w-full text-base">
        {submit}
      </Button>
    </form>
  )
}

function Option(props: { title: string; line: string; checked: boolean; onPick: () => void }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`flex min-h-14 cursor-pointer items-start gap-3 rounded-lg border px-4 py-2.5 ${
        props.checked ? 'border-gold bg-gold/8' : 'border-line bg-deep hover:border-gold/50'
      }`}
    >
      <input
        id={id}
        type="radio"
        name="launch-money"
        aria-label={props.title}
        aria-describedby={`${id}-line`}
        checked={props.checked}
        onChange={props.onPick}
        className="mt-1 size-4.5 shrink-0 accent-gold"
      />
      <span>
        <span className="font-semibold">{props.title}</span>
        <span id={`${id}-line`} className="block text-xs text-soft">
          {props.line}
        </span>
      </span>
    </label>
  )
}
