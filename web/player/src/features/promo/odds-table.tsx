import { formatFen } from '@shared/money'
import type { Odds } from './claim-queries'
import { useClaimText } from './use-promo-text'

/** The possible contents of a packet and their odds, shown before any draw. */
export function OddsTable({ odds }: { odds: Odds[] }) {
  const text = useClaimText()
  return (
    <>
      <table aria-label={text.odds} className="tabular w-full text-sm">
        <thead>
          <tr className="text-mute">
            <th scope="col" className="py-1 text-left font-normal">
              {text.oddsAmount}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {text.oddsChance}
            </th>
          </tr>
        </thead>
        <tbody>
          {odds.map(({ fen, chance }) => (
            <tr key={fen} className="border-t border-line">
              <td className="py-1">¥{formatFen(fen)}</td>
              <td className="py-1 text-right text-soft">{chance}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-2 text-xs leading-5 text-mute">{text.oddsLine}</p>
    </>
  )
}
