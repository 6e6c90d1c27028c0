import { useState } from 'react'
import { Segmented } from '../../ui/segmented'
import { Skeleton } from '../../ui/states'
import { useUiText } from '../../ui/use-ui-text'
import { LevelTable } from './level-table'
import { Rules } from './rules'
import { Sources } from './sources'
import { Standing } from './standing'
import { TrackTabs } from './track-tabs'
import { type Plan, useView } from './use-view'
import { useVipText } from './use-vip-text'
import type { Vip } from './vip-queries'

/** The programmes that are on: a row of tabs for the two, and one for the tracks of the weekly one (D-11). */
export function Programmes({ vip }: { vip: Vip }) {
  const text = useVipText()
  const { plan, card, show } = useView(vip)
  // Each table is opened by itself, and stays so while another one is looked at.
  const [open, setOpen] = useState<Record<string, boolean>>({})
  const track = plan === 'weekly' ? vip.tracks.find(({ key }) => key === card) : undefined
  const programme = track ?? vip.monthly
  if (!programme) return null
  const key = track?.key ?? 'monthly'
  return (
    <>
      <div className={whole}>
        {vip.monthly && vip.tracks.length > 0 && (
          <Segmented<Plan>
            label={text.programmes}
            options={[
              { key: 'weekly', title: text.weekly },
              { key: 'monthly', title: text.monthly },
            ]}
            chosen={plan}
            onPick={(next) => show({ plan: next })}
          />
        )}
        {track && <TrackTabs tracks={vip.tracks} active={track.key} onPick={(next) => show({ card: next })} />}
      </div>
      <div className={main}>
        <Standing plan={plan} programme={programme} track={track} />
        <LevelTable
          key={key}
          plan={plan}
          programme={programme}
          open={open[key] ?? false}
          onToggle={(next) => setOpen({ ...open, [key]: next })}
        />
      </div>
      <div className={aside}>
        {track && <Sources track={track} start={vip.start} />}
        <Rules programme={programme} track={track} start={vip.start} />
      </div>
    </>
  )
}

/** Parts of the page's grid: above both columns, the first one, and the second, beside which the records stand too. */
const whole = 'col-span-full space-y-6 empty:hidden h5:space-y-4'
const main = 'min-w-0 space-y-6 h5:space-y-4'
const aside = 'space-y-6 not-h5:row-span-2 h5:space-y-4'

/** As high as what comes, so that nothing moves. */
export function ProgrammesSkeleton() {
  const text = useUiText()
  return (
    <>
      <div role="status" aria-label={text.loading} className={whole}>
        <Skeleton className="h-9.5 w-46 h5:h-12.5" />
        <div className="grid grid-cols-3 gap-4 h5:gap-2">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-22.5 rounded-xl h5:h-33.5" />
          ))}
        </div>
      </div>
      <div className={main}>
        <Skeleton className="h-66.5 rounded-xl h5:h-89" />
        <Skeleton className="h-103 rounded-xl h5:h-91" />
      </div>
      <div className={aside}>
        <Skeleton className="h-82 rounded-xl h5:h-76" />
        <Skeleton className="h-134 rounded-xl h5:h-130" />
      </div>
    </>
  )
}
