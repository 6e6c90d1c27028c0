import { Button } from '../button'
import { Dialog } from '../dialog'
import { TextField } from '../field'
import { useKitText } from './use-kit-text'

export default function KitDialog({ onClose }: { onClose: () => void }) {
  const text = useKitText()
  return (
    <Dialog title={text.dialogTitle} onClose={onClose}>
      <p className="pb-4 text-soft">{text.dialogText}</p>
      <TextField label={text.name} hint={text.nameHint} />
      <Button className="w-full" onClick={onClose}>
        {text.looks.gold}
      </Button>
    </Dialog>
  )
}
