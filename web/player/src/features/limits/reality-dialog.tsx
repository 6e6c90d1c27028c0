import { serverNow } from '@shared/clock'
import { formatFen } from '@shared/money'
import { useNavigate } from 'react-router'
import { paths } from '../../paths'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { WinLoss } from '../../ui/money'
import type { Reality } from './reality-check'
import { useRealityText } from './use-reality-text'

interface Props {
  reality: Reality
  onSeen: () => void
  onLogout: () => void
}

/** How long, what was won or lost, what was deposited; it goes away only by one of its three answers. */
export default function RealityDialog({ reality, onSeen, onLogout }: Props) {
  const text = useRealityText()
  const navigate = useNavigate()
  const minutes = Math.max(Math.floor((serverNow() - reality.since) / 60_000), 0)
  const facts = [
    { name: text.played, value: text.length(Math.floor(minutes / 60), minutes % 60) },
    { name: text.net, value: <WinLoss fen={reality.netFen} /> },
    { name: text.deposits, value: `¥${formatFen(reality.depositsFen)}` },
  ]
  return (
    <Dialog title={text.title} onClose={onSeen} patient modalOnly locked>
      <p className="leading-7 text-soft">{text.lead}</p>
      <dl className="mt-5 mb-3 divide-y divide-line rounded-lg border border-line">
        {facts.map((fact) => (
          <div key={fact.name} className="flex items-center justify-between gap-4 px-4 py-3">
            <dt className="text-soft">{fact.name}</dt>
            <dd className="tabular font-semibold">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-end grid gap-3">
        <Button onClick={onSeen}>{text.goOn}</Button>
        <div className="grid grid-cols-2 gap-3">
          <Button
            look="line"
            onClick={() => {
              onSeen()
              void navigate(paths.betRecord)
            }}
          >
            {text.records}
          </Button>
          <Button
            look="line"
            onClick={() => {
              onSeen()
              onLogout()
            }}
          >
            {text.logout}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
