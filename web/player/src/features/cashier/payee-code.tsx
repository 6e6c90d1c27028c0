import { useState } from 'react'
import { useCashierText } from './use-cashier-text'

/** PayeeCode is the code to scan of the account that an order is paid to. Where its picture is away, the account above is enough. */
export function PayeeCode({ picture }: { picture: string }) {
  const text = useCashierText()
  const [lost, setLost] = useState(false)
  if (lost) return <p className="text-center text-xs text-soft">{text.payeeCodeLost}</p>
  return (
    <figure className="flex flex-col items-center gap-2">
      <img
        src={picture}
        alt={text.payeeCode}
        width={192}
        height={192}
        className="rounded-lg bg-white object-contain p-2"
        onError={() => setLost(true)}
      />
      <figcaption className="text-center text-xs text-soft">{text.payeeCodeHint}</figcaption>
    </figure>
  )
}
