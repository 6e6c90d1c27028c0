import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type Player, playerKey, playerQuery } from '@shared/api/queries'
import type { ProfileField } from '@shared/api/wire'
import { boot } from '@shared/boot'
import { gmtDay } from '@shared/clock'
import { dayOf } from '@shared/days'
import * as rules from '@shared/validate'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { cleanChange } from '../../ui/clean-input'
import { DayField } from '../../ui/day-field'
import { TextField } from '../../ui/field'
import { needed } from '../../ui/needed'
import { Load, SkeletonRows } from '../../ui/states'
import { toast } from '../../ui/toast'
import { usePlayerText } from './use-player-text'

/** The only way to save. */
const ProfileConfirm = needed(() => import('./profile-confirm'), { waiting: null })

type Key = 'trueName' | 'birthday' | 'phone' | 'email'

const wireType: Record<Key, ProfileField> = { trueName: 1, email: 3, phone: 4, birthday: 10 }

/** ACC-16: a field is read-only once filled; the submit button shows only while one is empty. */
export function ProfileForm() {
  return (
    <Load query={useQuery(playerQuery)} skeleton={<SkeletonRows rows={4} height="h-16" />}>
      {(player) => <Fields player={player} />}
    </Load>
  )
}

function Fields({ player }: { player: Player }) {
  const text = usePlayerText()
  const queries = useQueryClient()
  const [values, setValues] = useState<Partial<Record<Key, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<Key, string>>>({})
  /** The fields whose values the player looks at a second time: once saved, no field can be changed. */
  const [asked, setAsked] = useState<Key[]>([])
  const empty = (Object.keys(wireType) as Key[]).filter((key) => player[key] === '')

  /** The value as it is saved: a day in the one form that days have. */
  const savedValue = (key: Key) => (key === 'birthday' ? dayOf(values[key] ?? '') : (values[key] ?? ''))

  const fault = (key: Key, value: string): string | undefined => {
    if (key === 'trueName') return rules.broken(rules.personName, value)
    if (key === 'email') return rules.broken(rules.email, value)
    if (key === 'phone') return rules.broken(rules.phone, value)
    return !dayOf(value) ? text.birthdayShape : dayOf(value) > gmtDay() ? text.birthdayFuture : undefined
  }
  const save = useMutation({
    // One call a field, as documented; the ones that went through stay even when a later one is refused.
    mutationFn: async (filled: Key[]) => {
      const refused: Partial<Record<Key, string>> = {}
      for (const key of filled) {
        try {
          await api.call('POST /v1/Do/CallUpdatePlayerInfoAction', {
            type: wireType[key],
            inputMessage: savedValue(key),
          })
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) throw error
          refused[key] = messageOf(error)
        }
      }
      await queries.invalidateQueries({ queryKey: playerKey })
      return refused
    },
    onSettled: () => setAsked([]),
    onSuccess: (refused) => {
      setErrors(refused)
      if (Object.keys(refused).length === 0) {
        setValues({})
        toast('success', text.saved)
      }
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const filled = empty.filter((key) => (values[key] ?? '') !== '')
    const found = Object.fromEntries(
      filled.flatMap((key) => [[key, fault(key, values[key] ?? '')]]).filter(([, f]) => f),
    )
    setErrors(found)
    if (filled.length > 0 && Object.keys(found).length === 0 && !save.isPending) setAsked(filled)
  }
  const field = (key: Key, label: string, hint: string, type = 'text') => (
    <TextField
      label={label}
      type={player[key] === '' ? type : 'text'}
      value={player[key] === '' ? (values[key] ?? '') : player[key]}
      readOnly={player[key] !== ''}
      error={errors[key]}
      hint={player[key] === '' ? hint : undefined}
      onChange={cleanChange(
        (value) => value.trim(),
        (value) => setValues({ ...values, [key]: value }),
      )}
    />
  )
  const { minAge } = boot
  return (
    <form noValidate onSubmit={submit} className="max-w-lg space-y-1 p-6 h5:p-4">
      {field('trueName', text.trueName, text.trueNameHint)}
      <DayField
        label={text.birthday}
        value={player.birthday === '' ? (values.birthday ?? '') : player.birthday}
        readOnly={player.birthday !== ''}
        max={gmtDay()}
        error={errors.birthday}
        hint={player.birthday === '' ? text.birthdayHint : undefined}
        onDay={(birthday) => setValues({ ...values, birthday })}
      />
      {field('phone', text.phone, text.phoneHint, 'tel')}
      {field('email', text.email, text.emailHint, 'email')}
      <p className="text-sm text-mute">{minAge > 0 ? text.minAge(minAge) : text.noMinAge}</p>
      {empty.length > 0 ? (
        <Button type="submit" busy={save.isPending} className="w-full">
          {text.save}
        </Button>
      ) : (
        <p className="text-sm text-mute">{text.complete}</p>
      )}
      {asked.length > 0 && (
        <ProfileConfirm
          lines={asked.map((key) => [text[key], savedValue(key)])}
          busy={save.isPending}
          onConfirm={() => !save.isPending && save.mutate(asked)}
          onClose={() => setAsked([])}
        />
      )}
    </form>
  )
}
