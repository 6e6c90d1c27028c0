import { QRCodeSVG } from 'qrcode.react'
import { useCashierText } from './use-cashier-text'

/** The code of an order of style Qr, which the payer scans with a phone (DEP-05). */
export default function ScanCode({ value }: { value: string }) {
  const text = useCashierText()
  if (!value) return <p className="text-sm text-soft">{text.msgHint}</p>
  return (
    <div className="flex flex-col items-center gap-3">
      <span className="rounded-xl bg-white p-3">
        <QRCodeSVG value={value} size={160} level="M" title={text.scanAlt} role="img" aria-label={text.scanAlt} />
      </span>
      <p className="text-sm text-soft">{text.scanHint}</p>
    </div>
  )
}
