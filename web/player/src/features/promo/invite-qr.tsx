import { QRCodeSVG } from 'qrcode.react'

export default function InviteQr({ address, label }: { address: string; label: string }) {
  return <QRCodeSVG value={address} size={140} level="M" role="img" aria-label={label} />
}
