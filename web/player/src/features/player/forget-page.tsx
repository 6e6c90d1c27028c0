import { AuthFrame } from './auth-frame'
import { SupportButton } from './support-button'
import { usePlayerText } from './use-player-text'

/** Its only action is customer service (ACC-11). */
export default function ForgetPage() {
  const text = usePlayerText()
  return (
    <AuthFrame title={text.forgetTitle}>
      <p className="pb-6 leading-7 text-soft">{text.forgetLine}</p>
      <SupportButton className="btn btn-gold min-h-12 w-full">{text.forgetAction}</SupportButton>
    </AuthFrame>
  )
}
