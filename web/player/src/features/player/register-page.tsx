import { zodResolver } from '@hookform/resolvers/zod'
import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type Asked, boot } from '@shared/boot'
import { gmtDay } from '@shared/clock'
import { dayOf } from '@shared/days'
import { keepLogin } from '@shared/session'
import * as rules from '@shared/validate'
import { ruleText } from '@shared/validate-text'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { cleanInput } from '../../ui/clean-input'
import { DayField } from '../../ui/day-field'
import { PasswordField, TextField } from '../../ui/field'
import { Link } from '../../ui/link'
import { pageHeld } from '../../ui/page-held'
import { toast } from '../../ui/toast'
import { AuthFrame } from './auth-frame'
import { CaptchaField } from './captcha-field'
import { FirstOffer } from './first-offer'
import { zhCN } from './text/zh-cn'
import { useCaptcha } from './use-captcha'
import { usePlayerText } from './use-player-text'

/** A field by the operator's rules: one that is not required may be left empty. */
const asked = (ask: Asked, rule: z.ZodMiniType<string, string>) =>
  ask === 'required' ? rule : z.union([z.literal(''), rule])

const trueName = z.string().check(
  z.minLength(1, { error: zhCN.trueNameEmpty, abort: true }),
  z.refine((name) => rules.broken(rules.personName, name) === undefined, { error: ruleText.payerShape }),
)

const birthday = z.string().check(
  z.minLength(1, { error: zhCN.birthdayEmpty }),
  z.refine((day) => dayOf(day) !== '', { error: zhCN.birthdayShape, abort: true }),
  z.refine((day) => dayOf(day) <= gmtDay(), { error: zhCN.birthdayFuture }),
)

const schema = z
  .object({
    name: rules.username,
    phone: rules.phone,
    trueName: asked(boot.register.trueName, trueName),
    birthday: asked(boot.register.birthday, birthday),
    email: asked(boot.register.email, rules.email),
    inviter: asked(
      boot.register.invite,
      z.string().check(z.refine((name) => name.trim() !== '', { error: zhCN.inviterEmpty })),
    ),
    password: rules.password,
    repeat: z.string().check(z.minLength(1, { error: ruleText.repeatEmpty })),
    captcha: rules.captcha,
  })
  .check(
    z.refine((form) => form.repeat === form.password, {
      path: ['repeat'],
      error: ruleText.repeatDiffers,
      // Compared even while another field is wrong, so that every fault shows at once.
      when: () => true,
    }),
  )
type Form = z.infer<typeof schema>

/** The documents name no spelling for the invite id in the address; these are read, after the # and before it. */
const inviteNames = ['invitePeopleId', 'inviteId', 'invite', 'id']

function inviteId(query: URLSearchParams): string {
  const outer = new URLSearchParams(window.location.search)
  for (const name of inviteNames) {
    const value = query.get(name) ?? outer.get(name)
    if (value) return value.slice(0, 32)
  }
  return ''
}

/** Enough of a login name for a friend to be recognised, and no more. */
const maskedName = (name: string) => (name.length < 4 ? name : `${name.slice(0, 2)}***${name.slice(-1)}`)

export default function RegisterPage() {
  const text = usePlayerText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const captcha = useCaptcha()
  const inviter = inviteId(query)
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: '',
      phone: '',
      trueName: '',
      birthday: '',
      email: '',
      inviter,
      password: '',
      repeat: '',
      captcha: '',
    },
  })
  const register = useMutation({
    mutationFn: (input: Form) =>
      api.call('POST /v1/PubInterface/CallRegAction', {
        PlayerName: input.name,
        password: input.password,
        // D-03: it starts as the login password; the account remembers that it was never set.
        withdrawpassword: input.password,
        tell: input.phone,
        verifyCode: input.captcha,
        vRand: captcha.vRand,
        regDomain: window.location.hostname,
        invitePeopleId: input.inviter.trim(),
        ...(input.trueName !== '' && { trueName: input.trueName }),
        ...(input.birthday !== '' && { birthday: dayOf(input.birthday) }),
        ...(input.email !== '' && { email: input.email }),
      }),
    onSuccess: (answer, input) => {
      if (answer.Ticket) {
        keepLogin({ Ticket: answer.Ticket, PlayerName: answer.PlayerName || input.name })
        toast('success', text.registered)
      } else toast('info', answer.ResultMessage ?? '')
    },
    onError: () => {
      captcha.refresh()
      form.setValue('captcha', '')
    },
  })
  const { isSuccess } = register
  // Leaving the page ends the wait: a player who went elsewhere stays there.
  useEffect(() => {
    if (!isSuccess) return
    const timer = window.setTimeout(() => pageHeld() || navigate(paths.home, { replace: true }), 2000)
    return () => window.clearTimeout(timer)
  }, [isSuccess, navigate])
  const { errors } = form.formState
  const busy = register.isPending || register.isSuccess
  const strip = cleanInput(rules.withoutSpaces)
  const { register: asks } = boot
  const hintOf = (ask: Asked, hint: string) => (ask === 'required' ? hint : `${text.optional}，${hint}`)
  if (!asks.open)
    return (
      <AuthFrame title={text.registerTitle}>
        <p role="status" className="rounded-lg bg-gold/10 px-4 py-3 text-gold-soft">
          {text.registerClosed}
        </p>
        <p className="pt-4 text-sm text-soft">
          {text.hasAccount}
          <Link to={paths.login} className="inline-flex min-h-8 items-center px-1 font-semibold text-gold h5:min-h-11">
            {text.toLogin}
          </Link>
        </p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={text.registerTitle} line={text.registerLine}>
      <FirstOffer />
      <Needs />
      <form noValidate onSubmit={form.handleSubmit((input) => !busy && register.mutate(input))}>
        {/* Where an inviter must be given, the field says who, and a false one can be corrected in it. */}
        {inviter && asks.invite !== 'required' && (
          <p className="mb-4 rounded-lg bg-gold/10 px-4 py-2.5 text-sm text-gold-soft">
            {text.invitedBy(maskedName(inviter))}
          </p>
        )}
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
          {...form.register('phone')}
          label={text.phone}
          error={errors.phone?.message}
          placeholder={text.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          onInput={strip}
        />
        {asks.trueName !== 'hidden' && (
          <TextField
            {...form.register('trueName')}
            label={text.trueName}
            error={errors.trueName?.message}
            placeholder={hintOf(asks.trueName, text.trueNameHint)}
            autoComplete="name"
          />
        )}
        {asks.birthday !== 'hidden' && (
          <DayField
            ref={form.register('birthday').ref}
            label={text.birthday}
            value={form.watch('birthday')}
            error={errors.birthday?.message}
            hint={hintOf(asks.birthday, text.birthdayHint)}
            max={gmtDay()}
            autoComplete="bday"
            onDay={(day) => form.setValue('birthday', day, { shouldValidate: form.formState.isSubmitted })}
          />
        )}
        {asks.email !== 'hidden' && (
          <TextField
            {...form.register('email')}
            label={text.email}
            error={errors.email?.message}
            placeholder={hintOf(asks.email, text.emailHint)}
            type="email"
            autoComplete="email"
            onInput={strip}
          />
        )}
        {asks.invite === 'required' && (
          <TextField
            {...form.register('inviter')}
            label={text.inviter}
            error={errors.inviter?.message}
            placeholder={text.inviterHint}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onInput={strip}
          />
        )}
        <PasswordField
          {...form.register('password')}
          label={text.password}
          error={errors.password?.message}
          placeholder={text.passwordHint}
          autoComplete="new-password"
          onInput={strip}
        />
        <PasswordField
          {...form.register('repeat')}
          label={text.repeat}
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
          {register.error && messageOf(register.error)}
        </p>
        <Button type="submit" busy={busy} className="min-h-12 w-full text-lg">
          {text.register}
        </Button>
      </form>
      <p className="pt-3 text-xs text-mute">
        {text.adult(boot.minAge || 18)}
        <Link
          to={paths.toolsRules}
          className="inline-flex min-h-6 items-center text-soft underline underline-offset-2 h5:min-h-11"
        >
          {text.terms}
        </Link>
      </p>
      <p className="pt-2 text-sm text-soft">
        {text.hasAccount}
        <Link to={paths.login} className="inline-flex min-h-8 items-center px-1 font-semibold text-gold h5:min-h-11">
          {text.toLogin}
        </Link>
      </p>
    </AuthFrame>
  )
}

/**
 * The data that the site asks for after registering, and when. Deposits fail without a birthday, withdrawals without a
 * name and a card. A field that every registration asks for is not named again.
 */
function Needs() {
  const text = usePlayerText()
  const { minAge, register: asks } = boot
  const lines = [
    text.needsNow,
    minAge > 0 && asks.birthday !== 'required' ? text.needsBirthday : text.needsNothing,
    asks.trueName === 'required' ? text.needsCard : text.needsNameAndCard,
  ]
  return (
    <section aria-label={text.needsTitle} className="mb-4 text-xs leading-5 text-soft">
      <h2 className="font-semibold text-text">{text.needsTitle}</h2>
      <ul className="list-disc pl-4 marker:text-gold">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
