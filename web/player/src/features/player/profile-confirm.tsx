import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { usePlayerText } from './use-player-text'

interface Props {
  /** Each field's name and the value that is about to be saved. */
  lines: [name: string, value: string][]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The second look at values that cannot be changed once they are saved (ACC-16). */
export default function ProfileConfirm({ lines, busy, onConfirm, onClose }: Props) {
  const text = usePlayerText()
  return (
    <Dialog title={text.confirmTitle} locked={busy} onClose={onClose}>
      <dl className="divide-y divide-line rounded-lg border border-line">
        {lines.map(([name, value]) => (
          <div key={name} className="flex min-h-12 items-center gap-3 px-4 py-2">
            <dt className="w-18 shrink-0 text-sm text-mute">{name}</dt>
            <dd className="min-w-0 flex-1 font-semibold break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4 pb-2 text-sm text-soft">{text.confirmLine}</p>
      <div className="dialog-end grid grid-cols-2 gap-3">
        <Button look="line" disabled={busy} onClick={onClose}>
          {text.confirmBack}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {text.confirmSave}
        </Button>
      </div>
    </Dialog>
  )
}
