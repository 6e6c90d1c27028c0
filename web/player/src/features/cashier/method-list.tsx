import type { PayMethod } from '@shared/api/wire'
import { useState } from 'react'
import { useCashierText } from './use-cashier-text'

interface Props {
  methods: PayMethod[]
  active: string
  onPick: (code: string) => void
}

export function MethodList({ methods, active, onPick }: Props) {
  const text = useCashierText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look
    <div role="group" aria-label={text.method} className="grid grid-cols-4 gap-3 p-5 h5:grid-cols-2 h5:p-4">
      {methods.map((method) => (
        <button
          key={method.ChannelCode}
          type="button"
          aria-pressed={method.ChannelCode === active}
          onClick={() => onPick(method.ChannelCode)}
          className={`relative flex min-h-20 items-center gap-3 rounded-xl border px-4 text-left transition-colors ${
            method.ChannelCode === active
              ? 'border-gold bg-gold/10 text-gold-soft'
              : 'border-line bg-raised hover:border-gold/60'
          }`}
        >
          <MethodIcon
            picture={method.Icon}
            of={method.InputVRateShwoDisplay ? 'coin' : method.InputNameDisplay ? 'bank' : 'phone'}
          />
          <span>
            <span className="block font-semibold">{method.ChannelName}</span>
            {method.HotRemark && <span className="text-xs text-gold">{method.HotRemark}</span>}
          </span>
        </button>
      ))}
    </div>
  )
}

/** MethodIcon is the mark that staff uploaded, or one of ours. Older values name a drawing and are no address. */
function MethodIcon({ picture, of }: { picture: string; of: 'coin' | 'bank' | 'phone' }) {
  const [lost, setLost] = useState<string>()
  if (picture.startsWith('/files/') && lost !== picture)
    return (
      <img
        src={picture}
        alt=""
        width={32}
        height={32}
        className="shrink-0 object-contain"
        onError={() => setLost(picture)}
      />
    )
  return (
    <svg
      width="32"
      height="32"
      viewBox="0 0 32 32"
      fill="none"
      className="shrink-0 stroke-gold"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {of === 'coin' ? (
        <>
          <circle cx="16" cy="16" r="12.5" className="fill-gold/10" />
          <path d="M10.5 11.5h11M16 11.5v11M11 16.5c3 1.4 7 1.4 10 0" />
        </>
      ) : of === 'bank' ? (
        <path d="M4 13L16 5l12 8H4Zm3 3v8m6-8v8m6-8v8m6-8v8M4 27h24" className="fill-gold/10" />
      ) : (
        <>
          <rect x="8" y="3" width="16" height="26" rx="3" className="fill-gold/10" />
          <path d="M14 25h4M12 12l4 4 4-4M16 16v5M13 18h6" />
        </>
      )}
    </svg>
  )
}
