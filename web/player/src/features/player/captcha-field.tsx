import { withoutSpaces } from '@shared/validate'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cleanInput } from '../../ui/clean-input'
import { TextField } from '../../ui/field'
import { usePlayerText } from './use-player-text'

interface Props {
  field: UseFormRegisterReturn
  error: string | undefined
  image: string
  onRefresh: () => void
}

export function CaptchaField({ field, error, image, onRefresh }: Props) {
  const text = usePlayerText()
  return (
    <TextField
      {...field}
      label={text.captcha}
      error={error}
      placeholder={text.captchaHint}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={4}
      onInput={cleanInput(withoutSpaces)}
      aside={<CaptchaPicture image={image} onRefresh={onRefresh} />}
    />
  )
}

/** The picture, and a word beside it that says what a press brings. */
export function CaptchaPicture({ image, onRefresh }: Pick<Props, 'image' | 'onRefresh'>) {
  const text = usePlayerText()
  return (
    <button
      type="button"
      aria-label={text.captchaImage}
      onClick={onRefresh}
      className="flex h-11 shrink-0 items-center gap-2 whitespace-nowrap text-sm text-gold hover:underline"
    >
      <img
        src={image}
        alt=""
        width={104}
        height={44}
        className="h-11 w-26 rounded-lg border border-line bg-white/90 object-fill"
      />
      {text.captchaAnother}
    </button>
  )
}
