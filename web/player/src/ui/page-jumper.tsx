import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useUiText } from './use-ui-text'

/** Goes to the page that is typed. A page that is not there (0, or past the last) is refused and said so. */
export function PageJumper({ pageCount, onPage }: { pageCount: number; onPage: (page: number) => void }) {
  const text = useUiText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)

  const jump = (event: SyntheticEvent) => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    if (typed === '') return
    const page = /^\d+$/.test(typed) ? Number(typed) : 0
    const there = page >= 1 && page <= pageCount
    setRefused(!there)
    if (!there) return field.current?.select()
    if (field.current) field.current.value = ''
    onPage(page)
  }
  return (
    <form noValidate onSubmit={jump} className="relative flex items-center gap-2">
      <label htmlFor={id}>{text.jumpTo}</label>
      <input
        ref={field}
        id={id}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={6}
        aria-invalid={refused || undefined}
        aria-describedby={refused ? `${id}-note` : undefined}
        aria-label={text.jumpField}
        onInput={() => setRefused(false)}
        className="input-box tabular min-h-9 w-15 px-2 text-center h5:min-h-11"
      />
      <span>{text.jumpPage}</span>
      {refused && (
        <span
          id={`${id}-note`}
          role="alert"
          className="absolute top-full right-0 pt-0.5 text-xs whitespace-nowrap text-loss"
        >
          {text.jumpRefused(pageCount)}
        </span>
      )}
    </form>
  )
}
