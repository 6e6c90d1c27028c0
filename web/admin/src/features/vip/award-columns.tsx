import { gmtTime } from '@shared/clock'
import { Link } from 'react-router'
import type { VipAward } from '../../api/wire'
import type { TableColumnsType } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { Waiting } from '../../ui/waiting'
import { Bonus } from '../fund/bonus'
import { awardTone } from './tones'

const words = text.vip

interface Shown {
  /** Left out where all are of one player, one run, or a run that was not made. */
  player?: boolean
  run?: boolean
  /** A dry run: nothing was paid, and when is not yet. */
  dry?: boolean
}

/** awardColumns is how awards are listed, wherever they are. */
export function awardColumns({ player = true, run = true, dry = false }: Shown): TableColumnsType<VipAward> {
  return [
    ...(!dry
      ? [
          { title: words.at, key: 'at', render: (_: unknown, row: VipAward) => <Time ms={row.at} /> },
          {
            title: text.time.waits,
            key: 'waits',
            render: (_: unknown, row: VipAward) =>
              row.state === 'withheld' && row.at !== null ? <Waiting since={row.at} queue="award" /> : '—',
          },
        ]
      : []),
    ...(player
      ? [
          {
            title: words.player,
            key: 'player',
            render: (_: unknown, row: VipAward) => <Link to={paths.playerVip(row.player)}>{row.player}</Link>,
          },
        ]
      : []),
    { title: words.track, key: 'track', render: (_, row) => words.tracks[row.track] },
    { title: words.level, key: 'level', render: (_, row) => words.levelOf(row.level) },
    { title: words.kind, key: 'kind', render: (_, row) => row.kindText },
    {
      title: words.amount,
      key: 'amount',
      align: 'right',
      render: (_, row) => <Bonus value={row.amount} strong />,
    },
    {
      title: words.state,
      key: 'state',
      render: (_, row) => (
        <StateTag label={(dry ? words.dryStates : words.states)[row.state]} tone={awardTone[row.state]} />
      ),
    },
    { title: words.why, key: 'why', render: (_, row) => row.why ?? '—' },
    ...(!dry
      ? [{ title: words.decided, key: 'decided', render: (_: unknown, row: VipAward) => <Decided award={row} /> }]
      : []),
    ...(run ? [{ title: words.period, key: 'period', render: (_: unknown, row: VipAward) => row.period }] : []),
  ]
}

function Decided({ award: { decidedAt, decidedBy, decision } }: { award: VipAward }) {
  if (decidedAt === null) return '—'
  return (
    <>
      {decision}
      <div className="muted small">{words.decidedBy(decidedBy ?? '', gmtTime(decidedAt))}</div>
    </>
  )
}
