/** A dialog's onOpenAutoFocus: the part that asks for the focus has it, and else the library's choice, the first one. */
export function focusWanted(event: Event): void {
  const dialog = event.currentTarget as HTMLElement
  const wanted = dialog.querySelector<HTMLElement>('[autofocus]')
  wanted?.focus({ preventScroll: true })
  if (wanted && document.activeElement === wanted) event.preventDefault()
}
