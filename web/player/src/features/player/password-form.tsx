import { zodResolver } from '@hookform/resolvers/zod'
import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { loginInfo } from '@shared/session'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { PasswordField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { usePlayerText } from './use-player-text'

// ACC-17, D-02: 5-20 letters or digits, and the confirmation counts.
const schema = z.object({ current: rules.password, next: rules.password, repeat: z.string() }).check(
  z.refine((form) => form.repeat === form.next, {
    path: ['repeat'],
    error: ruleText.repeatDiffers,
    when: () => true,
  }),
)
type Form = z.infer<typeof schema>

export function PasswordForm() {
  const text = usePlayerText()
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: { current: '', next: '', repeat: '' },
  })
  const change = useMutation({
    mutationFn: (input: Form) =>
      api.call('POST /v1/Do/CallPlayerUpdatePasswordAction', {
        playername: loginInfo().PlayerName,
        currentPassword: input.current,
        newPassword: input.next,
        confirmPassword: input.repeat,
      }),
    onSuccess: () => {
      form.reset()
      toast('success', text.changed)
    },
  })
  const { errors } = form.formState
  const strip = cleanInput(rules.withoutSpaces)
  return (
    <form
      noValidate
      className="max-w-lg space-y-1 p-6 h5:p-4"
      onSubmit={form.handleSubmit((input) => !change.isPending && change.mutate(input))}
    >
      <PasswordField
        {...form.register('current')}
        label={text.currentPassword}
        error={errors.current?.message}
        autoComplete="current-password"
        onInput={strip}
      />
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
        {text.change}
      </Button>
    </form>
  )
}
