import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { needed } from '../../ui/needed'
import { OrderNumber } from '../../ui/order-number'
import { SkeletonRows } from '../../ui/states'
import { useRecordText } from './use-record-text'

const RecordSheet = needed(() => import('./record-sheet'), { waiting: <SkeletonRows rows={6} /> })

/** The sheet of one record of a list, and the function that opens it. */
export function useRecordSheet(): { sheet: ReactNode; openRecord: (sn: string) => void } {
  const text = useRecordText()
  const [opened, setOpened] = useState('')
  const sheet = opened && (
    <Dialog title={text.record} onClose={() => setOpened('')}>
      <RecordSheet key={opened} sn={opened} />
    </Dialog>
  )
  return { sheet, openRecord: setOpened }
}

/** A record's number as the button that opens it; the button covers its whole row, which is `relative`. */
export function OpenRecord({ sn, onOpen }: { sn: string; onOpen: (sn: string) => void }) {
  const text = useRecordText()
  return (
    <button
      type="button"
      aria-label={text.openRecord(sn)}
      onClick={() => onOpen(sn)}
      className="tabular min-h-8 text-left break-all text-gold-soft after:absolute after:inset-0 hover:underline h5:min-h-9"
    >
      <OrderNumber sn={sn} />
    </button>
  )
}
