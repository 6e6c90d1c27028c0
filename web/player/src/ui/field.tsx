import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId, useState } from 'react'
import { Eye } from './icons/eye'
import { useUiText } from './use-ui-text'

interface FrameProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  children: (ids: { id: string; describedBy: string | undefined; invalid: boolean | undefined }) => ReactNode
}

/**
 * Label above, message below, tied together for those who cannot see the layout. The message's line is always there,
 * and nearer to its own field than to the next one.
 */
export function FieldFrame({ label, error, hint, children }: FrameProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="pb-2">
      <label htmlFor={id} className="mb-1.5 block text-sm text-soft">
        {label}
      </label>
      {children({ id, describedBy: note ? `${id}-note` : undefined, invalid: error ? true : undefined })}
      <p id={`${id}-note`} aria-live="polite" className={`min-h-6 pt-1 text-xs ${error ? 'text-loss' : 'text-mute'}`}>
        {note}
      </p>
    </div>
  )
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Stands at the right end inside the frame, such as a captcha image. */
  aside?: ReactNode
}

export function TextField({ label, error, hint, aside, className = '', ...input }: InputProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <div className="flex gap-3">
          <input
            {...input}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className={`input-box min-w-0 flex-1 ${className}`}
          />
          {aside}
        </div>
      )}
    </FieldFrame>
  )
}

export function PasswordField({ label, error, hint, ...input }: Omit<InputProps, 'aside' | 'type'>) {
  const text = useUiText()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <div className="relative">
          <input
            {...input}
            id={id}
            type={shown ? 'text' : 'password'}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className="input-box pr-12"
          />
          <button
            type="button"
            aria-label={shown ? text.hidePassword : text.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-mute hover:text-text"
          >
            <Eye open={shown} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** The browser's own select: it costs no byte and every phone opens it in its own way. */
export function SelectField({ label, error, hint, children, className = '', ...select }: SelectProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <select
          {...select}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className={`input-box select-arrow ${className}`}
        >
          {children}
        </select>
      )}
    </FieldFrame>
  )
}
