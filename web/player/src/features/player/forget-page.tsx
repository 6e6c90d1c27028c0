import { AuthFrame } from './auth-frame'
import { CodeReset } from './code-reset'
import { ResetForm } from './reset-form'
import { SupportButton } from './support-button'
import { useForgetText } from './use-forget-text'

/** Customer service finds out who asks and gives a code; the form below takes it (ACC-11, H-60). */
export default function ForgetPage() {
  const text = useForgetText()
  return (
    <AuthFrame title={text.title} line={text.line}>
      <CodeReset />
      <h2 className="text-sm font-semibold text-gold-soft">{text.prepareTitle}</h2>
      <ul className="grid gap-2 pt-2.5 pb-6">
        {text.prepare.map((item) => (
          <li key={item} className="flex gap-2.5 leading-6 text-soft">
            <svg
              width="18"
              height="18"
              viewBox="0 0 24 24"
              fill="none"
              className="mt-0.75 shrink-0 stroke-gold"
              strokeWidth="2.2"
              aria-hidden="true"
            >
              <path d="M5 13l4.5 4.5L19 7" strokeLinecap="round" strokeLinejoin="round" />
            </svg>
            {item}
          </li>
        ))}
      </ul>
      <h2 className="text-sm font-semibold text-gold-soft">{text.nextTitle}</h2>
      <p className="pt-1.5 pb-5 leading-7 text-soft">{text.next}</p>
      <SupportButton className="btn btn-line min-h-12 w-full text-lg">{text.action}</SupportButton>
      <p className="pt-4 text-sm leading-6 text-mute">{text.warning}</p>
      <section aria-labelledby="reset" className="mt-6 border-t border-line pt-6">
        <h2 id="reset" className="pb-4 font-semibold">
          {text.formTitle}
        </h2>
        <ResetForm />
        <p className="pt-3 text-sm leading-6 text-mute">{text.after}</p>
      </section>
    </AuthFrame>
  )
}
