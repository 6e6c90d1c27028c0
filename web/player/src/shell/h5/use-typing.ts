import { useEffect, useState } from 'react'

/** While a field has the focus the keyboard is open, and what is fixed at the bottom would sit on top of it. */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    const look = () => setTyping(isField(document.activeElement))
    // The bar comes back only when the tap that left the field is over. Otherwise it would cover the button
    // that the finger is about to press.
    const later = () => window.setTimeout(look, 300)
    const entered = () => (isField(document.activeElement) ? look() : later())
    document.addEventListener('focusin', entered)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', entered)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return typing
}

const withoutKeyboard = ['checkbox', 'radio', 'date', 'button', 'submit', 'range']

function isField(at: Element | null): boolean {
  return at instanceof HTMLInputElement
    ? !withoutKeyboard.includes(at.type) && !at.readOnly
    : at instanceof HTMLTextAreaElement
}
