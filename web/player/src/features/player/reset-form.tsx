import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { clearLogin } from '@shared/session'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { PasswordField, TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { CaptchaField } from './captcha-field'
import { useCaptcha } from './use-captcha'
import { useForgetText } from './use-forget-text'
import { usePlayerText } from './use-player-text'

// The password's rules are those of registration (ACC-04) and of a changed password (ACC-17).
const schema = z
  .object({
    name: rules.username,
    code: rules.resetCode,
    password: rules.password,
    repeat: z.string().check(z.minLength(1, { error: ruleText.repeatEmpty })),
    captcha: rules.captcha,
  })
  .check(
    z.refine((form) => form.repeat === form.password, {
      path: ['repeat'],
      error: ruleText.repeatDiffers,
      when: () => true,
    }),
  )
type Form = z.infer<typeof schema>

/** Sets a new password with a code of customer service. All sessions end, so the way goes on to the login. */
export function ResetForm() {
  const text = usePlayerText()
  const words = useForgetText()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: { name: '', code: '', password: '', repeat: '', captcha: '' },
  })
  const reset = useMutation({
    mutationFn: (input: Form) =>
      api.call('POST /v1/PubInterface/ResetPassword', {
        playerName: input.name,
        resetCode: input.code,
        newPassword: input.password,
        confirmPassword: input.repeat,
        verifyCode: input.captcha,
        vRand: captcha.vRand,
      }),
    onSuccess: (answer) => {
      clearLogin()
      toast('success', answer.ResultMessage || words.done)
      void navigate(paths.login, { replace: true })
    },
    onError: () => {
      captcha.refresh()
      form.setValue('captcha', '')
    },
  })
  const { errors } = form.formState
  const busy = reset.isPending || reset.isSuccess
  const strip = cleanInput(rules.withoutSpaces)
  return (
    <form noValidate onSubmit={form.handleSubmit((input) => !busy && reset.mutate(input))}>
      <TextField
        {...form.register('name')}
        label={text.name}
        error={errors.name?.message}
        placeholder={text.nameHint}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        onInput={strip}
      />
      <TextField
        {...form.register('code')}
        label={words.code}
        error={errors.code?.message}
        placeholder={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        onInput={cleanInput(rules.typedDigits)}
      />
      <PasswordField
        {...form.register('password')}
        label={text.newPassword}
        error={errors.password?.message}
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
      <CaptchaField
        field={form.register('captcha')}
        error={errors.captcha?.message}
        image={captcha.image}
        onRefresh={captcha.refresh}
      />
      <p role="alert" className="min-h-6 pb-1 text-sm text-loss">
        {reset.error && (unheard(reset.error) ? words.unheard : messageOf(reset.error))}
      </p>
      <Button type="submit" busy={busy} className="min-h-12 w-full text-lg">
        {words.submit}
      </Button>
    </form>
  )
}

/** No answer came, or only a proxy's: the code may be spent and the new password in force. */
const unheard = (error: Error) => error instanceof ApiError && [0, 502, 504].includes(error.status)
