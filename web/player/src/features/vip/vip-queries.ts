import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Amounts of C$ are held in hundredths, as fen are: 1 C$ is 1 yuan. */

/** The tracks in their order; a card index in the address is a place in it. */
export const trackKeys = ['Card', 'Sport', 'Live'] as const
export type TrackKey = (typeof trackKeys)[number]

export interface LevelRow {
  level: number
  /** The valid bets it asks for. */
  betFen: number
  /** Paid once, on reaching it. */
  bonusFen: number
  /** Paid every week, or every month. */
  incomeFen: number
  /** The bonuses up to and with this level. */
  sumFen: number
}

/** The fields of both programmes. */
export interface Programme {
  level: number
  /** The player's valid bets that count here. */
  betFen: number
  /** The pay and requirement of the next level; zero where there is none. */
  nextBonusFen: number
  nextBetFen: number
  /** The level's pay every week, or every month. */
  incomeFen: number
  /** When levels and income are next worked out, YYYY-MM-DD HH:mm:ss in GMT+8. */
  nextRun: string
  levels: LevelRow[]
}

export interface Track extends Programme {
  key: TrackKey
  name: string
  /** The most that one week's income can be. */
  capFen: number
  /** Where the bets come from. */
  venues: { name: string; fen: number }[]
}

export interface Vip {
  /** Only those that are on. */
  tracks: Track[]
  /** Nothing where it is switched off. */
  monthly: Programme | undefined
  /** From when bets count, YYYY-MM-DD HH:mm:ss in GMT+8. */
  start: string
}

type RowOnWire = { Level: number; ValidBet: number; Bonus: number; Cumulative: number }

const rowsOf = <Row extends RowOnWire>(rows: Row[] | null | undefined, incomeOf: (row: Row) => number): LevelRow[] =>
  (rows ?? []).map((row) => ({
    level: row.Level,
    betFen: fenOf(row.ValidBet),
    bonusFen: fenOf(row.Bonus),
    incomeFen: fenOf(incomeOf(row)),
    sumFen: fenOf(row.Cumulative),
  }))

export const vipKey = ['vip']

/** The four documented figures of each track (VIP-02), with the tables and where the bets come from. */
export const vipQuery = queryOptions({
  queryKey: vipKey,
  // A player who returns from another tab may have bet there.
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }): Promise<Vip> => {
    const [own, { Data }] = await Promise.all([
      api.call('POST /v1/Select/PlayerBetVipLevel', undefined, { signal }),
      api.call('POST /v1/Select/VipProgrammes', undefined, { signal }),
    ])
    const figures: Record<TrackKey, Pick<Programme, 'level' | 'nextBonusFen' | 'nextBetFen' | 'incomeFen'>> = {
      Card: {
        level: own.CurrentCardBetVipLevel,
        nextBonusFen: fenOf(own.NextCardLevelBonus),
        nextBetFen: fenOf(own.NextCardLevelBetAmount),
        incomeFen: fenOf(own.CurrentCardLevelFund),
      },
      Sport: {
        level: own.CurrentSportBetVipLevel,
        nextBonusFen: fenOf(own.NextSportLevelBonus),
        nextBetFen: fenOf(own.NextSportLevelBetAmount),
        incomeFen: fenOf(own.CurrentSportLevelFund),
      },
      Live: {
        level: own.CurrentLiveBetVipLevel,
        nextBonusFen: fenOf(own.NextLiveLevelBonus),
        nextBetFen: fenOf(own.NextLiveLevelBetAmount),
        incomeFen: fenOf(own.CurrentLiveLevelFund),
      },
    }
    const tracks = trackKeys.flatMap((key): Track[] => {
      const wire = Data?.Tracks?.find(({ Track }) => Track === key)
      if (!wire?.Enabled) return []
      return [
        {
          key,
          name: wire.Name,
          ...figures[key],
          betFen: fenOf(wire.ValidBet),
          capFen: fenOf(wire.WeeklyCap),
          nextRun: wire.NextRun,
          levels: rowsOf(wire.Levels, ({ Weekly }) => Weekly),
          venues: (wire.Venues ?? []).map(({ Name, ValidBet }) => ({ name: Name, fen: fenOf(ValidBet) })),
        },
      ]
    })
    const monthly = Data?.Monthly
    return {
      tracks,
      monthly: monthly?.Enabled
        ? withNext(
            monthly,
            rowsOf(monthly.Levels, ({ Monthly }) => Monthly),
          )
        : undefined,
      start: Data?.Start ?? '',
    }
  },
})

/** No documented call has the monthly programme's next level: it is read off its table. */
function withNext(wire: { Level: number; ValidBet: number; NextRun: string }, levels: LevelRow[]): Programme {
  const next = levels.find(({ level }) => level === wire.Level + 1)
  return {
    level: wire.Level,
    betFen: fenOf(wire.ValidBet),
    nextBonusFen: next?.bonusFen ?? 0,
    nextBetFen: next?.betFen ?? 0,
    incomeFen: levels.find(({ level }) => level === wire.Level)?.incomeFen ?? 0,
    nextRun: wire.NextRun,
    levels,
  }
}

/** The sum of all bonuses up to the player's level. */
export const earnedFen = ({ level, levels }: Programme): number =>
  levels.find((row) => row.level === level)?.sumFen ?? 0

export interface Award {
  sn: string
  time: string
  /** The programme and, where it has one, the track. */
  programme: string
  track: Wire['VipAward']['Track']
  level: number
  kindText: string
  fen: number
  status: string
  statusText: string
  remark: string
}

export interface Awards {
  rows: Award[]
  pages: number
  total: number
}

export const vipAwardsQuery = (page: number) =>
  queryOptions({
    queryKey: ['vipAwards', page],
    // The next page takes the place of this one.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Awards> => {
      const { Data } = await api.call('POST /v1/Select/VipAwards', { PageIndex: page }, { signal })
      return {
        rows: (Data?.Items ?? []).map((row) => ({
          time: row.CreateTime,
          programme: row.Programme,
          track: row.Track,
          level: row.Level,
          kindText: row.KindText,
          fen: fenOf(row.Amount),
          status: row.Status,
          statusText: row.StatusText,
          remark: row.Remark,
          sn: row.OrderSn,
        })),
        pages: Data?.PageCount ?? 0,
        total: Data?.RowCount ?? 0,
      }
    },
  })
