import { QRCodeSVG } from 'qrcode.react'

/** The documented size (APP-01). */
export const qrSize = 140

export default function DownloadQr({ address, label }: { address: string; label: string }) {
  return <QRCodeSVG value={address} size={qrSize} level="M" title={label} role="img" aria-label={label} />
}
