import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { playerQuery } from '@shared/api/queries'
import { loginInfo } from '@shared/session'
import * as rules from '@shared/validate'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { SelectField, TextField } from '../../ui/field'
import { groupsOfFour } from '../../ui/group-digits'
import { Link } from '../../ui/link'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { bankList } from './bank-lists'
import { useCashierText } from './use-cashier-text'
import { cardsKey, cardsQuery, termsKey, termsQuery } from './withdraw-queries'

const banksQuery = {
  queryKey: ['withdrawalBanks'],
  staleTime: 300_000,
  queryFn: () =>
    bankList(async () => {
      const { Data, ErrorMessage } = await api.call('GET /v1/Select/GetWithdrawalBank')
      return { rows: Data, ErrorMessage }
    }),
}

const regionsQuery = {
  queryKey: ['regions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await api.call('GET /v1/PubInterface/GetRegions')).Data,
}

/** CARD-02: every field is required, and the holder is the player's own real name (CARD-04). */
export function BindCardForm() {
  const text = useCashierText()
  const player = useQuery(playerQuery)
  const cards = useQuery(cardsQuery)
  const terms = useQuery(termsQuery)
  if (cards.data && terms.data && cards.data.length >= terms.data.maxCards) {
    return <Empty kind="cards" title={text.full(cards.data.length)} action={<ToCards />} />
  }
  // A form that gave way to the sentence above would take with it what was typed.
  const waits = cards.isPending || terms.isPending
  return (
    <Load
      query={waits ? { ...player, data: undefined, error: null } : player}
      skeleton={<SkeletonRows rows={5} height="h-14" />}
    >
      {(data) =>
        data.trueName === '' ? (
          <Empty
            kind="cards"
            title={text.needsName}
            action={
              <Link to={paths.profile} className="btn btn-gold h5:min-h-11">
                {text.toProfile}
              </Link>
            }
          />
        ) : (
          // Without the rules of the operator the server alone decides on the check digit.
          <Fields holder={data.trueName} checksDigit={terms.data?.checksCard === true} />
        )
      }
    </Load>
  )
}

function ToCards() {
  const text = useCashierText()
  return (
    <Link to={paths.bankCard} className="btn btn-gold h5:min-h-11">
      {text.toCards}
    </Link>
  )
}

interface Form {
  bank: string
  province: string
  city: string
  branch: string
  number: string
}

const notEmpty = { validate: (value: string) => rules.broken(rules.notEmpty, value) ?? true }

function Fields({ holder, checksDigit }: { holder: string; checksDigit: boolean }) {
  const text = useCashierText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const banks = useQuery(banksQuery)
  const regions = useQuery(regionsQuery)
  const form = useForm<Form>({ defaultValues: { bank: '', province: '', city: '', branch: '', number: '' } })
  const province = form.watch('province')
  const cities = regions.data?.find((region) => region.label === province)?.cities ?? []
  const bind = useMutation({
    mutationFn: (input: Form) =>
      api.call('POST /v1/Do/CallBindSavingCardAction', {
        playerName: loginInfo().PlayerName,
        bankType: input.bank,
        accountNumber: input.number,
        bankAddress: input.branch.trim(),
        province: input.province,
        city: input.city,
        // The server takes the account's own name; here it is only known masked.
        trueName: '',
      }),
    onSuccess: async () => {
      toast('success', text.bound)
      for (const queryKey of [cardsKey, termsKey]) void queries.invalidateQueries({ queryKey })
      await navigate(paths.bankCard)
    },
  })
  // A province with one city, such as the one for all, leaves nothing to choose. The city's option must exist first.
  const onlyCity = cities.length === 1 ? cities[0]?.label : undefined
  useEffect(() => {
    if (onlyCity) form.setValue('city', onlyCity, { shouldValidate: true })
  }, [onlyCity, form])
  const { errors } = form.formState
  // A card that is bound is not sent again while the page changes.
  const busy = bind.isPending || bind.isSuccess
  return (
    <form
      noValidate
      className="max-w-lg space-y-1 p-6 h5:p-4"
      onSubmit={form.handleSubmit((input) => !busy && bind.mutate(input))}
    >
      <TextField label={text.holder} value={holder} readOnly hint={text.holderHint} />
      <SelectField
        {...form.register('bank', notEmpty)}
        label={text.bindBank}
        error={errors.bank?.message ?? banks.error?.message}
      >
        <option value="">{text.choose}</option>
        {banks.data?.map((bank) => (
          <option key={bank.type} value={bank.type}>
            {bank.bankName}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...form.register('province', { ...notEmpty, onChange: () => form.setValue('city', '') })}
          label={text.province}
          error={errors.province?.message ?? regions.error?.message}
        >
          <option value="">{text.choose}</option>
          {regions.data?.map((region) => (
            <option key={region.index} value={region.label}>
              {region.label}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...form.register('city', notEmpty)}
          label={text.city}
          error={errors.city?.message}
          disabled={!province}
        >
          <option value="">{text.choose}</option>
          {cities.map((city) => (
            <option key={city.value} value={city.label}>
              {city.label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...form.register('branch', notEmpty)}
        label={text.branch}
        error={errors.branch?.message}
        placeholder={text.branchHint}
        maxLength={100}
      />
      <TextField
        {...form.register('number', {
          validate: (value) => rules.broken(rules.cardNumber(checksDigit), value) ?? true,
        })}
        label={text.cardNumber}
        error={errors.number?.message}
        // In groups, as it stands on the card; the field itself keeps the caret where the player types.
        hint={groupsOfFour(form.watch('number')) || undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={23}
        className="tabular"
        onInput={cleanInput(rules.onlyDigits)}
      />
      <p role="alert" className="min-h-6 text-sm text-loss">
        {bind.error && messageOf(bind.error)}
      </p>
      <Button type="submit" busy={busy} className="min-h-12 w-full">
        {text.bind}
      </Button>
    </form>
  )
}
