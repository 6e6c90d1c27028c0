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
      aside={
        <button
          type="button"
          aria-label={text.captchaImage}
          onClick={onRefresh}
          className="h-11 w-30 shrink-0 overflow-hidden rounded-lg border border-line bg-white/90"
        >
          <img src={image} alt="" width={120} height={44} className="size-full object-fill" />
        </button>
      }
    />
  )
}
