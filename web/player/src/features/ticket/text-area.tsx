import type { ReactNode, TextareaHTMLAttributes } from 'react'
import { FieldFrame } from '../../ui/field'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

export function TextArea({ label, error, hint, className = '', ...area }: Props) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <textarea
          {...area}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className={`input-box min-h-28 resize-y py-2.5 leading-6 ${className}`}
        />
      )}
    </FieldFrame>
  )
}
