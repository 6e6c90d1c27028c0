import { dayOf } from '@shared/days'
import { type ReactNode, type Ref, useRef } from 'react'
import { TextField } from './field'
import { IconButton } from './icon-button'
import { siteForm } from './site-form'
import { useUiText } from './use-ui-text'

interface Props {
  label: string
  /** YYYY-MM-DD, or what the player has typed so far. */
  value: string
  onDay: (day: string) => void
  min?: string
  max?: string
  error?: string | undefined
  hint?: ReactNode
  readOnly?: boolean
  autoComplete?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A day, written as the site writes days everywhere. A browser's own field writes it in the browser's language, as
 * 11/21/2026; so on the desktop it is typed as text, and the browser's calendar opens beside it. A phone has its wheel.
 */
export function DayField({ value, onDay, min, max, readOnly = false, ...field }: Props) {
  const text = useUiText()
  const calendar = useRef<HTMLInputElement>(null)
  const showCalendar = () => {
    try {
      calendar.current?.showPicker?.()
    } catch {
      // A browser without it, or a frame that may not open it: the day can still be typed.
    }
  }
  if (siteForm() === 'h5' && !readOnly) {
    return (
      <TextField
        {...field}
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onDay(event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...field}
      value={value}
      readOnly={readOnly}
      placeholder={text.dayShape}
      maxLength={10}
      spellCheck={false}
      className="tabular"
      onChange={(event) => onDay(event.target.value)}
      onBlur={() => {
        const day = dayOf(value)
        if (day && day !== value) onDay(day)
      }}
      aside={
        !readOnly && (
          <span className="relative flex items-center">
            <input
              ref={calendar}
              type="date"
              aria-hidden="true"
              tabIndex={-1}
              value={dayOf(value)}
              min={min}
              max={max}
              onChange={(event) => onDay(event.target.value)}
              className="sr-only"
            />
            <IconButton framed name={text.pickDay(field.label)} onClick={showCalendar}>
              <svg
                width="16"
                height="16"
                viewBox="0 0 24 24"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.8"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d="M4 6h16v14H4V6Zm0 5h16M8 3v5m8-5v5" />
              </svg>
            </IconButton>
          </span>
        )
      }
    />
  )
}
