import { Button } from '../../ui/button'
import RecordSheet from './record-sheet'
import { useCashierText } from './use-cashier-text'

/** A withdrawal right after it was asked for: its number, target, fee and steps, and the way to take it back. */
export default function WithdrawalAsked({ sn, onClose }: { sn: string; onClose: () => void }) {
  const text = useCashierText()
  return (
    <>
      <RecordSheet sn={sn} />
      <div className="dialog-end">
        <Button className="min-h-12 w-full" onClick={onClose}>
          {text.finish}
        </Button>
      </div>
    </>
  )
}
