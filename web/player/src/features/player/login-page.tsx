import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError, messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import type { LoginAnswer } from '@shared/api/wire'
import { describeDevice } from '@shared/device'
import { keepLogin, loginInfo, rememberedName } from '@shared/session'
import * as rules from '@shared/validate'
import { useMutation } from '@tanstack/react-query'
import { lazy, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { paths, wantedPath } from '../../paths'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { PasswordField, TextField } from '../../ui/field'
import { Link } from '../../ui/link'
import { Optional } from '../../ui/optional'
import { toast } from '../../ui/toast'
import { hasPasskeys } from '../security/has-passkeys'
import { AuthFrame } from './auth-frame'
import { CaptchaField } from './captcha-field'
import { SupportButton } from './support-button'
import { useCaptcha } from './use-captcha'
import { usePlayerText } from './use-player-text'

const PasskeyButton = lazy(() => import('../security/passkey-button'))

interface Form {
  name: string
  password: string
  captcha: string
  remember: boolean
  code: string
}

/** A failed login asks for a captcha when its VerificationCode is longer than one character (ACC-10). */
const wantsCaptcha = (error: unknown) =>
  error instanceof ApiError && String((error.body as LoginAnswer | null)?.VerificationCode ?? '').length > 1

/** The password was right and a code of the authenticator is missing or wrong (H-363). */
const wantsCode = (error: unknown) =>
  error instanceof ApiError && /^player\.second_/.test(String((error.body as { Code?: string } | null)?.Code ?? ''))

/** The login, for visitors: a player who is logged in goes on to the page that he came for (ACC-15). */
export default function LoginPage() {
  const [query] = useSearchParams()
  const [onward] = useState(() => (loginInfo().Ticket ? wantedPath(query.get('to')) : ''))
  return onward ? <Navigate to={onward} replace /> : <LoginForm />
}

function LoginForm() {
  const text = usePlayerText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [captchaShown, setCaptchaShown] = useState(false)
  const [codeShown, setCodeShown] = useState(false)
  const captcha = useCaptcha()
  const schema = useMemo(
    () =>
      z.object({
        name: rules.username,
        password: rules.password,
        captcha: captchaShown ? rules.captcha : z.string(),
        remember: z.boolean(),
        code: z.string(),
      }),
    [captchaShown],
  )
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: rememberedName.get(),
      password: '',
      captcha: '',
      code: '',
      remember: rememberedName.get() !== '',
    },
  })
  const enter = async (answer: LoginAnswer, name: string, remember: boolean) => {
    if (!answer.Ticket) return toast('error', answer.ResultMessage ?? '')
    rememberedName.set(remember ? name : '')
    keepLogin({ Ticket: answer.Ticket, PlayerName: answer.PlayerName || name })
    toast('success', text.loggedIn)
    await navigate(wantedPath(query.get('to')), { replace: true })
  }
  const login = useMutation({
    mutationFn: (input: Form & { passkey?: string }) =>
      api.call('POST /v1/PubInterface/CallLogInAction', {
        playerName: input.name,
        password: input.password,
        verifyCode: input.captcha,
        vRand: captchaShown ? captcha.vRand : '',
        loginDomain: window.location.hostname,
        loginUrl: window.location.href.slice(0, 200),
        deviceType: '1',
        loginIp: '0',
        ...describeDevice(),
        ...(input.remember ? { rememberPassword: 1 } : {}),
        ...(input.passkey ? { passkey: input.passkey } : codeShown ? { secondCode: input.code } : {}),
      }),
    onSuccess: (answer, input) => enter(answer, input.name, input.remember),
    onError: (error) => {
      if (captchaShown) captcha.refresh()
      if (wantsCaptcha(error)) setCaptchaShown(true)
      form.setValue('captcha', '')
      if (!wantsCode(error)) return
      setCodeShown(true)
      form.setValue('code', '')
    },
  })
  const { errors } = form.formState
  return (
    <AuthFrame title={text.loginTitle}>
      <form noValidate onSubmit={form.handleSubmit((input) => !login.isPending && login.mutate(input))}>
        <TextField
          {...form.register('name')}
          label={text.name}
          error={errors.name?.message}
          placeholder={text.nameHint}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          onInput={cleanInput(rules.withoutSpaces)}
        />
        <PasswordField
          {...form.register('password')}
          label={text.password}
          error={errors.password?.message}
          placeholder={text.passwordHint}
          autoComplete="current-password"
          onInput={cleanInput(rules.withoutSpaces)}
        />
        {codeShown && (
          <TextField
            {...form.register('code')}
            label={text.secondCode}
            hint={text.secondCodeLine}
            placeholder={text.secondCodeHint}
            inputMode="text"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            className="tabular"
          />
        )}
        {captchaShown && (
          <CaptchaField
            field={form.register('captcha')}
            error={errors.captcha?.message}
            image={captcha.image}
            onRefresh={captcha.refresh}
          />
        )}
        <div className="flex items-center justify-between pb-3 text-sm">
          <label className="flex min-h-8 items-center gap-2 text-soft h5:min-h-11">
            <input type="checkbox" className="size-4.5 accent-gold" {...form.register('remember')} />
            {text.remember}
          </label>
          <Link to={paths.forget} className="inline-flex min-h-8 items-center text-soft hover:text-gold h5:min-h-11">
            {text.forgot}
          </Link>
        </div>
        <p role="alert" className="min-h-6 pb-1 text-sm text-loss">
          {login.error && messageOf(login.error)}
        </p>
        <Button type="submit" busy={login.isPending} className="min-h-12 w-full text-lg">
          {text.login}
        </Button>
      </form>
      {hasPasskeys() && (
        <Optional waiting={<div className="min-h-12" />}>
          <PasskeyButton
            key={String(codeShown)}
            inPlace={codeShown}
            onProved={async (credential) => {
              if (codeShown) {
                // The form above says what was refused.
                const send = (input: Form) =>
                  login.mutateAsync({ ...input, passkey: credential }).catch(() => undefined)
                return form.handleSubmit(send)()
              }
              const { logInByPasskey } = await import('../security/passkey-calls')
              const remember = form.getValues('remember')
              const answer = await logInByPasskey(credential, remember)
              return enter(answer, answer.PlayerName, remember)
            }}
          />
        </Optional>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 pt-5 text-sm text-soft">
        <span>
          {text.noAccount}
          <Link
            to={paths.register}
            className="inline-flex min-h-8 items-center px-1 font-semibold text-gold h5:min-h-11"
          >
            {text.toRegister}
          </Link>
        </span>
        <Link to={paths.home} className="inline-flex min-h-8 items-center hover:text-gold h5:min-h-11">
          {text.browse}
        </Link>
        <SupportButton className="min-h-8 hover:text-gold h5:min-h-11">{text.support}</SupportButton>
      </div>
    </AuthFrame>
  )
}
