import type { ChangeEvent, InputEvent } from 'react'

/**
 * An onInput that corrects what was typed before the form sees it. A half-composed Chinese syllable is left alone: its
 * spaces are the input method's own.
 */
export const cleanInput = (clean: (value: string) => string) => (event: InputEvent<HTMLInputElement>) => {
  if ((event.nativeEvent as unknown as { isComposing?: boolean }).isComposing) return
  cleaned(event.currentTarget, clean)
}

/**
 * The onChange of a field whose form holds what `clean` makes of the typed text. The field shows just that, also when
 * the form held it before and has nothing new to show: what is read is what is sent.
 */
export const cleanChange =
  (clean: (value: string) => string, set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(cleaned(event.target, clean))
  }

/** Puts the clean value into a field that shows another one. */
function cleaned(input: HTMLInputElement, clean: (value: string) => string): string {
  const value = clean(input.value)
  if (value !== input.value) input.value = value
  return value
}
