import { formatShortFen } from '@shared/money'
import type { ReactNode } from 'react'
import { BonusAmount } from '../../ui/bonus-amount'
import { Bar, shareOf } from './bar'
import { Emblem } from './emblem'
import type { VipText } from './text/zh-cn'
import type { Plan } from './use-view'
import { useVipText } from './use-vip-text'
import { earnedFen, type Programme, type Track } from './vip-queries'

interface Props {
  plan: Plan
  programme: Programme
  track: Track | undefined
}

/** The level of the player, the way to the next one, and what both pay. */
export function Standing({ plan, programme, track }: Props) {
  const text = useVipText()
  const { level, levels, incomeFen, nextBonusFen, nextRun } = programme
  const name = track?.name ?? text.monthly
  return (
    <section aria-label={name} className="panel overflow-hidden bg-linear-to-br from-warm to-panel">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-7 px-7 py-5 h5:gap-x-4 h5:px-4 h5:py-4">
        <Emblem
          level={level}
          levels={levels.length}
          numbered
          className="row-span-2 size-36 h5:row-span-1 h5:-my-1 h5:size-24"
        />
        <div className="flex flex-wrap items-end justify-between gap-x-6 self-end h5:self-center">
          <div>
            <h2 className="text-sm font-normal text-soft">{text.currentOf(name)}</h2>
            <p className="tabular text-4xl font-semibold text-gold h5:text-3xl">{text.vip(level)}</p>
          </div>
          <p className="tabular pb-1 text-sm text-soft h5:pb-0 h5:text-xs">
            <span className="h5:block">{text.nextRun}</span> {nextRun}
          </p>
        </div>
        <Way programme={programme} name={name} />
      </div>
      <dl className="grid grid-cols-4 gap-px border-t border-gold/15 bg-gold/15 h5:grid-cols-2">
        <Figure label={text.figures.nextBonus}>
          {level < levels.length ? <BonusAmount fen={nextBonusFen} /> : text.none}
        </Figure>
        <Figure label={text.figures.income[plan]}>
          <BonusAmount fen={incomeFen} />
        </Figure>
        <Figure label={text.figures.earned}>
          <BonusAmount fen={earnedFen(programme)} />
        </Figure>
        {track ? (
          <Figure label={text.figures.cap}>
            <BonusAmount fen={track.capFen} />
          </Figure>
        ) : (
          <Figure label={text.figures.most}>
            <BonusAmount fen={levels.at(-1)?.incomeFen ?? 0} />
          </Figure>
        )}
      </dl>
    </section>
  )
}

const yuan = (fen: number) => `¥${formatShortFen(fen)}`

/** From here to the next level. */
function Way({ programme, name }: { programme: Programme; name: string }) {
  const text = useVipText()
  const { betFen, nextBetFen, level, levels } = programme
  const share = shareOf(programme)
  const figures = level < levels.length ? text.betOf(yuan(betFen), yuan(nextBetFen)) : yuan(betFen)
  return (
    <div className="self-start pt-2 h5:col-span-2 h5:pt-3">
      <div
        role="progressbar"
        aria-label={text.progressOf(name)}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={figures}
      >
        <Bar share={share} className="h-2" />
      </div>
      <p className="tabular flex flex-wrap justify-between gap-x-4 pt-2 text-sm text-soft">
        <span>{text.validBet}</span>
        <span className="text-text">{figures}</span>
      </p>
      <p className="pt-0.5 text-sm text-gold-soft">{noteOf(programme, text)}</p>
    </div>
  )
}

/** The missing amount; between two runs a reached level is not yet the level. */
function noteOf({ level, levels, betFen, nextBetFen }: Programme, text: VipText): string {
  const reached = levels.findLast((row) => row.betFen <= betFen)?.level ?? 0
  if (level >= levels.length) return text.highest
  return reached > level ? text.reached(reached) : text.missing(yuan(nextBetFen - betFen), level + 1)
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-panel/90 px-5 py-3.5 h5:px-4 h5:py-3">
      <dt className="text-xs text-soft">{label}</dt>
      <dd className="tabular text-lg font-semibold h5:text-base">{children}</dd>
    </div>
  )
}
