import { toast } from './toast'
import { useUiText } from './use-ui-text'

/** Copies a text, also where the clipboard interface is missing (plain http). */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const text = useUiText()
  const copy = async () => {
    const done = await copyText(value)
    toast(done ? 'success' : 'error', done ? text.copied : text.copyFailed)
  }
  return (
    <button
      type="button"
      aria-label={text.copyOf(label)}
      onClick={() => void copy()}
      className="min-h-8 shrink-0 rounded-md border border-gold/60 px-3 text-sm text-gold hover:bg-gold/10 h5:min-h-11"
    >
      {text.copy}
    </button>
  )
}

export async function copyText(value: string): Promise<boolean> {
  if (!value) return false
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = value
    area.style.position = 'fixed'
    area.style.opacity = '0'
    // Inside the open dialog, or its focus trap takes the selection away.
    const place = document.querySelector('[role="dialog"]') ?? document.body
    place.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
