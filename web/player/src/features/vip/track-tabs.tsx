import { Bar, shareOf } from './bar'
import { Emblem } from './emblem'
import { useVipText } from './use-vip-text'
import type { Track, TrackKey } from './vip-queries'

interface Props {
  tracks: Track[]
  active: TrackKey
  onPick: (key: TrackKey) => void
}

const grids: Record<number, string> = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' }

/** The tracks as tabs, each with its emblem and how far it is. */
export function TrackTabs({ tracks, active, onPick }: Props) {
  const text = useVipText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look and words
    <div role="group" aria-label={text.tracks} className={`grid gap-4 h5:gap-2 ${grids[tracks.length] ?? ''}`}>
      {tracks.map((track) => (
        <button
          key={track.key}
          type="button"
          aria-pressed={track.key === active}
          aria-label={text.tab(track.name, track.level)}
          onClick={() => onPick(track.key)}
          className={`flex items-center gap-4 rounded-xl border px-5 py-3 text-left transition-colors h5:flex-col h5:gap-1 h5:px-2 h5:text-center ${
            track.key === active
              ? 'border-gold bg-linear-to-br from-warm to-panel'
              : 'border-line bg-panel hover:border-edge hover:bg-raised'
          }`}
        >
          <Emblem level={track.level} levels={track.levels.length} className="size-16 h5:size-12" />
          <span className="min-w-0 flex-1 h5:w-full">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 h5:block">
              <span
                className={`block truncate text-lg font-semibold h5:text-sm ${track.key === active ? 'text-gold-soft' : ''}`}
              >
                {track.name}
              </span>
              <span className="tabular block text-sm font-semibold text-gold">{text.vip(track.level)}</span>
            </span>
            <Bar share={shareOf(track)} className="mt-2 h5:mt-1.5" />
          </span>
        </button>
      ))}
    </div>
  )
}
