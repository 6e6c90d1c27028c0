import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/field'
import { useCashierText } from './use-cashier-text'

/** The code of the authenticator that goes with a withdrawal once two-step login is on (H-363). */
export function SecondCode({ field, broken }: { field: UseFormRegisterReturn; broken: boolean }) {
  const text = useCashierText()
  return (
    <TextField
      {...field}
      label={text.code}
      error={broken ? text.codeEmpty : undefined}
      placeholder={text.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={20}
      className="tabular"
    />
  )
}
