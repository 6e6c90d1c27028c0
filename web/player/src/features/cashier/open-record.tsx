import { useRecordText } from './use-record-text'

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
      {sn}
    </button>
  )
}
