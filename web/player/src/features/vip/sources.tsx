import { Money } from '../../ui/money'
import { Panel } from '../../ui/panel'
import { Empty } from '../../ui/states'
import { Bar } from './bar'
import { useVipText } from './use-vip-text'
import type { Track } from './vip-queries'

/** How the level came about: the valid bets that count, by venue. */
export function Sources({ track, start }: { track: Track; start: string }) {
  const text = useVipText()
  const most = Math.max(...track.venues.map(({ fen }) => fen), 1)
  return (
    <Panel title={text.sources}>
      {track.venues.length === 0 ? (
        <Empty title={text.sourcesEmpty} line={text.sourcesEmptyLine} />
      ) : (
        <div className="p-5 h5:p-4">
          <p className="text-sm leading-6 text-soft">{text.sourcesLine(track.name, start)}</p>
          <ul className="space-y-3 pt-3.5">
            {track.venues.map(({ name, fen }) => (
              <li key={name}>
                <p className="flex justify-between gap-4 text-sm">
                  <span className="min-w-0 truncate">{name}</span>
                  <Money fen={fen} />
                </p>
                <Bar share={Math.max(fen > 0 ? 1 : 0, Math.floor((fen * 100) / most))} className="mt-1.5" />
              </li>
            ))}
          </ul>
          <p className="mt-4 flex justify-between gap-4 border-t border-line pt-3 font-semibold">
            <span>{text.sourcesTotal}</span>
            <Money fen={track.betFen} className="text-gold-soft" />
          </p>
        </div>
      )}
    </Panel>
  )
}
