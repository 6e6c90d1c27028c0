import { Money, WinLoss } from '../../ui/money'
import { useBetText } from './use-bet-text'

interface Props {
  sums: { validFen: number; winLossFen: number; count: number } | undefined
}

export function BetSums({ sums }: Props) {
  const text = useBetText()
  const box = 'px-5 py-3 h5:px-3'
  return (
    <dl className="grid grid-cols-3 divide-x divide-line border-y border-line bg-deep/60">
      <div className={box}>
        <dt className="text-xs text-mute">{text.validSum}</dt>
        <dd className="font-semibold">{sums ? <Money fen={sums.validFen} /> : '--'}</dd>
      </div>
      <div className={box}>
        <dt className="text-xs text-mute">{text.winLossSum}</dt>
        <dd className="font-semibold">{sums ? <WinLoss fen={sums.winLossFen} /> : '--'}</dd>
      </div>
      <div className={box}>
        <dt className="text-xs text-mute">{text.countSum}</dt>
        <dd className="tabular font-semibold">{sums ? sums.count : '--'}</dd>
      </div>
    </dl>
  )
}
