import { useRef } from 'react'
import { Spinner } from './spinner'

interface AddPictureProps {
  label: string
  busy: boolean
  onPick: (file: File) => void
}

/** The empty place behind a row of pictures, by which another one is chosen. */
export function AddPicture({ label, busy, onPick }: AddPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        disabled={busy}
        onClick={() => input.current?.click()}
        className="grid size-20 place-items-center rounded-lg border border-dashed border-line text-xs text-soft hover:border-gold hover:text-gold"
      >
        {busy ? <Spinner /> : label}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}
