import type { InputEvent } from 'react'

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
