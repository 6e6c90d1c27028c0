import type { PayMethod } from '@shared/api/wire'
import { useState } from 'react'
import { PayMarkPicture, payMarkOf } from './pay-mark'
import type { PayMark } from './text/pay-mark.zh-cn'
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
    <div role="group" aria-label={text.method} className="grid grid-cols-4 gap-3 p-5 h5:grid-cols-2 h5:gap-2 h5:p-4">
      {methods.map((method) => (
        <button
          key={method.ChannelCode}
          type="button"
          aria-pressed={method.ChannelCode === active}
          onClick={() => onPick(method.ChannelCode)}
          className={`relative flex min-h-20 items-center gap-3 rounded-xl border px-4 py-2 text-left h5:gap-2 h5:px-2.5 max-[389px]:flex-col max-[389px]:justify-center max-[389px]:text-center transition-colors ${
            method.ChannelCode === active
              ? 'border-gold bg-gold/10 text-gold-soft'
              : 'border-line bg-raised hover:border-gold/60'
          }`}
        >
          <MethodIcon picture={method.Icon} of={markOf(method)} />
          <span className="min-w-0">
            <span className="block font-semibold h5:leading-5">{method.ChannelName}</span>
            {method.HotRemark && <span className="text-xs text-gold">{method.HotRemark}</span>}
          </span>
        </button>
      ))}
    </div>
  )
}

const markOf = (method: PayMethod): PayMark | 'phone' =>
  method.InputVRateShwoDisplay ? 'usdt' : method.InputNameDisplay ? 'bank' : (payMarkOf(method.ChannelName) ?? 'phone')

/** MethodIcon is the mark that staff uploaded, or one of ours. Older values name a drawing and are no address. */
function MethodIcon({ picture, of }: { picture: string; of: PayMark | 'phone' }) {
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
  return <PayMarkPicture of={of} />
}
