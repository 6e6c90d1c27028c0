import { Button } from './button'
import { Dialog } from './dialog'
import { useUiText } from './use-ui-text'

interface Props {
  title: string
  message: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export default function ConfirmDialog({ title, message, busy = false, onConfirm, onClose }: Props) {
  const text = useUiText()
  return (
    <Dialog title={title} onClose={onClose} locked={busy}>
      <p className="mb-4 text-soft">{message}</p>
      <div className="dialog-end grid grid-cols-2 gap-3">
        <Button look="line" disabled={busy} onClick={onClose}>
          {text.cancel}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {text.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
