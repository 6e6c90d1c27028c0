import { zodResolver } from '@hookform/resolvers/zod'
import { messageOf } from '@shared/api/api-error'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { PasswordField, TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { usePlayerText } from './use-player-text'

// ACC-17, D-02: 5-20 letters or digits, and the confirmation counts.
const schemaOf = (current: typeof rules.password | typeof rules.resetCode) =>
  z.object({ current, next: rules.password, repeat: z.string() }).check(
    z.refine((form) => form.repeat === form.next, {
      path: ['repeat'],
      error: ruleText.repeatDiffers,
      when: () => true,
    }),
  )
const schemas = { password: schemaOf(rules.password), code: schemaOf(rules.resetCode) }
export interface Passwords {
  current: string
  next: string
  repeat: string
}

interface Props {
  /** A code of customer service proves the player, in place of the present password. */
  code?: boolean
  currentLabel: string
  currentHint?: string
  /** The password manager's hint for the present one; "off" for a password it should not store. */
  currentFill: 'current-password' | 'off'
  action: string
  done: string
  send: (passwords: Passwords) => Promise<unknown>
}

/** The present password, the new one and the new one again. */
export function ThreePasswords({ code, currentLabel, currentHint, currentFill, action, done, send }: Props) {
  const text = usePlayerText()
  const form = useForm<Passwords>({
    resolver: zodResolver(schemas[code ? 'code' : 'password']),
    defaultValues: { current: '', next: '', repeat: '' },
  })
  const change = useMutation({
    mutationFn: send,
    onSuccess: () => {
      form.reset()
      toast('success', done)
    },
  })
  const { errors } = form.formState
  const strip = cleanInput(rules.withoutSpaces)
  return (
    <form
      noValidate
      className="space-y-1"
      onSubmit={form.handleSubmit((input) => !change.isPending && change.mutate(input))}
    >
      {code ? (
        <TextField
          {...form.register('current')}
          label={currentLabel}
          hint={currentHint}
          error={errors.current?.message}
          inputMode="numeric"
          autoComplete="one-time-code"
          onInput={cleanInput(rules.typedDigits)}
        />
      ) : (
        <PasswordField
          {...form.register('current')}
          label={currentLabel}
          hint={currentHint}
          error={errors.current?.message}
          autoComplete={currentFill}
          onInput={strip}
        />
      )}
      <PasswordField
        {...form.register('next')}
        label={text.newPassword}
        error={errors.next?.message}
        placeholder={text.passwordHint}
        autoComplete="new-password"
        onInput={strip}
      />
      <PasswordField
        {...form.register('repeat')}
        label={text.repeatNew}
        error={errors.repeat?.message}
        autoComplete="new-password"
        onInput={strip}
      />
      <p role="alert" className="min-h-6 text-sm text-loss">
        {change.error && messageOf(change.error)}
      </p>
      <Button type="submit" busy={change.isPending} className="w-full">
        {action}
      </Button>
    </form>
  )
}
