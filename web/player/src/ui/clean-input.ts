import type { ChangeEvent, InputEvent } from 'react'

/**
 * An onInput that corrects what was typed before the form sees it. A half-composed Chinese syllable is left alone: its
 * spaces are the input method's own.
 */
export const cleanInput = (clean: (value: string) => string) => (event: InputEvent<HTMLInputElement>) => {
  if ((event.nativeEvent as unknown as { isComposing?: boolean }).isComposing) return
  const input = event.currentTarget
  const value = clean(input.value)
  if (value !== input.value) input.value = value
}

/**
 * The onChange of a field whose form holds what `clean` makes of the typed text. The field shows just that, also when
 * the form held it before and has nothing new to show: what is read is what is sent.
 */
export const cleanChange =
  (clean: (value: string) => string, set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const value = clean(input.value)
    if (value !== input.value) input.value = value
    set(value)
  }
