import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { clearLogin } from '@shared/session'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { cleanChange } from '../../ui/clean-input'
import { PasswordField, TextField } from '../../ui/field'
import { Skeleton } from '../../ui/states'
import { toast } from '../../ui/toast'
import { CaptchaPicture } from './captcha-field'
import { useCaptcha } from './use-captcha'
import { useForgetText } from './use-forget-text'
import { usePlayerText } from './use-player-text'

/** A code to a proved phone or mailbox sets a new password. Nothing where the operator can send no code. */
export function CodeReset() {
  const words = useForgetText()
  const channels = useQuery({
    queryKey: ['reset-channels'],
    queryFn: async ({ signal }) =>
      (await api.call('POST /v1/PubInterface/ResetChannels', undefined, { signal })).Data ?? [],
  })
  const [ask, setAsk] = useState('')
  if (channels.isPending) return <Skeleton className="mb-6 h-96" />
  if (!channels.data || channels.data.length === 0) return null
  return (
    <section aria-labelledby="by-code" className="mb-6 border-b border-line pb-6">
      <h2 id="by-code" className="pb-1.5 font-semibold">
        {words.byCode}
      </h2>
      <p className="pb-4 text-sm leading-6 text-soft">
        {words.byCodeLine(channels.data.includes('sms'), channels.data.includes('email'))}
      </p>
      {ask === '' ? <Ask onAsk={setAsk} /> : <Use ask={ask} onBack={() => setAsk('')} />}
    </section>
  )
}

function Ask({ onAsk }: { onAsk: (ask: string) => void }) {
  const text = usePlayerText()
  const words = useForgetText()
  const captcha = useCaptcha()
  const [address, setAddress] = useState('')
  const [answer, setAnswer] = useState('')
  const send = useMutation({
    mutationFn: async () =>
      (
        await api.call('POST /v1/PubInterface/SendResetCode', {
          address,
          verifyCode: answer,
          vRand: captcha.vRand,
        })
      ).Data.Ask,
    onSuccess: onAsk,
    onError: () => {
      captcha.refresh()
      setAnswer('')
    },
  })
  const ready = address !== '' && rules.broken(rules.captcha, answer) === undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !send.isPending) send.mutate()
      }}
    >
      <TextField
        label={words.address}
        value={address}
        placeholder={words.addressHint}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        onChange={cleanChange(rules.withoutSpaces, setAddress)}
      />
      <TextField
        label={words.picture}
        value={answer}
        placeholder={text.captchaHint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={4}
        onChange={cleanChange(rules.withoutSpaces, setAnswer)}
        aside={<CaptchaPicture image={captcha.image} onRefresh={captcha.refresh} />}
      />
      <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
        {send.error && messageOf(send.error)}
      </p>
      <Button type="submit" busy={send.isPending} disabled={!ready} className="min-h-12 w-full">
        {words.getCode}
      </Button>
    </form>
  )
}

function Use({ ask, onBack }: { ask: string; onBack: () => void }) {
  const text = usePlayerText()
  const words = useForgetText()
  const navigate = useNavigate()
  const [form, setForm] = useState({ code: '', password: '', repeat: '' })
  const set = (key: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [key]: event.target.value })
  const weak = form.password === '' ? undefined : rules.broken(rules.password, form.password)
  const differs = form.repeat !== '' && form.repeat !== form.password ? ruleText.repeatDiffers : undefined
  const ready = form.code !== '' && form.password !== '' && form.repeat === form.password && weak === undefined
  const reset = useMutation({
    mutationFn: () =>
      api.call('POST /v1/PubInterface/ResetByCode', {
        ask,
        code: form.code,
        newPassword: form.password,
        confirmPassword: form.repeat,
      }),
    onSuccess: (answer) => {
      clearLogin()
      toast('success', answer.ResultMessage || words.done)
      void navigate(paths.login, { replace: true })
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !reset.isPending) reset.mutate()
      }}
    >
      <p role="status" className="pb-4 text-sm leading-6 text-soft">
        {words.sent}
      </p>
      <TextField
        label={words.sixDigits}
        value={form.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        onChange={cleanChange(rules.typedDigits, (code) => setForm({ ...form, code }))}
      />
      <PasswordField
        label={words.newPassword}
        value={form.password}
        error={weak}
        placeholder={text.passwordHint}
        autoComplete="new-password"
        onChange={set('password')}
      />
      <PasswordField
        label={words.repeat}
        value={form.repeat}
        error={differs}
        autoComplete="new-password"
        onChange={set('repeat')}
      />
      <p role="alert" className="pb-3 text-sm text-loss empty:hidden">
        {reset.error && messageOf(reset.error)}
      </p>
      <Button type="submit" busy={reset.isPending} disabled={!ready} className="min-h-12 w-full">
        {words.submitCode}
      </Button>
      <Button look="line" className="mt-3 w-full" onClick={onBack}>
        {words.back}
      </Button>
    </form>
  )
}
