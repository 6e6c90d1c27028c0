import { bonusText } from '../../ui/bonus-amount'
import { Panel } from '../../ui/panel'
import { runTime } from './run-time'
import type { VipText } from './text/zh-cn'
import { useVipText } from './use-vip-text'
import type { Programme, Track } from './vip-queries'

interface Props {
  programme: Programme
  track: Track | undefined
  start: string
}

/** The rules of what is shown, with the figures that are in force. */
export function Rules({ programme, track, start }: Props) {
  const text = useVipText()
  return (
    <Panel title={text.rules}>
      <ol className="list-decimal space-y-2 p-5 pl-9 text-sm marker:text-gold h5:p-4 h5:pl-8">
        {linesOf(programme, track, start, text).map((line) => (
          <li key={line} className="leading-6 text-pretty text-soft">
            {line}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function linesOf(programme: Programme, track: Track | undefined, start: string, text: VipText): string[] {
  const run = runTime(programme.nextRun)
  const own = track
    ? [
        text.weeklyRules.track(track.name),
        text.weeklyRules.start(start),
        run && text.weeklyRules.run(run.weekday, run.clock),
        text.levelBonus,
        text.weeklyRules.income(bonusText(track.capFen)),
      ]
    : [
        text.monthlyRules.bets(start),
        run && text.monthlyRules.run(run.date, run.clock),
        text.levelBonus,
        text.monthlyRules.income,
      ]
  return [...own.filter((line) => line !== undefined), ...text.commonRules]
}
