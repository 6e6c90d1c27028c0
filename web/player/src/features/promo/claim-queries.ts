import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { fenOf, formatShortFen } from '@shared/money'
import { useLogin } from '@shared/session'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { yuanUnit } from './text/claim.zh-cn'

export type ClaimKind = Wire['PromotionClaim']['Kind']

/** State on the wire. */
const states = ['unmet', 'claimable', 'claimed', 'automatic', 'barred'] as const
export type ClaimState = (typeof states)[number]

export interface Condition {
  name: string
  /** How far it is, 0 to 100; what is met is 100, and nothing less. undefined where nothing is asked for. */
  percent: number | undefined
  /** As the player reads it: ¥800 / ¥3,000, or 2 / 4 of something. */
  figures: string
  /** The requirement alone: ¥3,000. */
  asked: string
}

export interface Odds {
  fen: number
  /** Such as 0.5%. */
  chance: string
}

/** The state of one promotion for this player. */
export interface Claim {
  id: number
  kind: ClaimKind
  name: string
  state: ClaimState
  stateText: string
  /** The amount a claim brings or brought, or accrues so far; 0 if unknown before it. */
  fen: number
  /** Red packets that can be drawn; 0 for promotions without. */
  draws: number
  conditions: Condition[]
  /** The server's sentence about this state; '' for none. */
  reason: string
  /** The player has to fill in a true name and a bank card before it is paid. */
  act: boolean
  /** Until when it can be claimed, or when it comes by itself, unix ms; 0 for no such time. */
  endMs: number
  /** The possible contents of a packet and their odds; empty for promotions without packets. */
  odds: Odds[]
}

/** Comes with a deposit that names it: nothing is done towards it before, and there is nothing to claim after. */
export const choosable = ({ kind }: Pick<Claim, 'kind'>) => kind === 'daily_bonus' || kind === 'first_bonus'

/** Whether the weights of today are still what the player would get: what is claimed keeps those of its claim. */
export const promises = ({ state }: Pick<Claim, 'state'>) => state !== 'barred' && state !== 'claimed'

export const claimsKey = ['promotionClaims']
export const awardsKey = ['promotionAwards']

export const claimsQuery = queryOptions({
  queryKey: claimsKey,
  // A player who returns from another tab may have bet or deposited there.
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }): Promise<Claim[]> => {
    const { Data } = await api.call('POST /v1/Select/PromotionClaims', undefined, { signal })
    return (Data ?? []).map((wire) => ({
      id: wire.Id,
      kind: wire.Kind,
      name: wire.Name,
      state: states[wire.State] ?? 'barred',
      stateText: wire.StateText,
      fen: fenOf(wire.Amount),
      draws: wire.Draws,
      conditions: (wire.Progress ?? []).map(conditionOf),
      reason: wire.Reason,
      act: wire.Act,
      endMs: Date.parse(`${wire.EndTime.replace(' ', 'T')}+08:00`) || 0,
      odds: (wire.Odds ?? []).map(({ Amount, Chance }) => ({ fen: fenOf(Amount), chance: Chance })),
    }))
  },
})

/** The claims of this player; a visitor has none, and no call is made. */
export function useClaims() {
  const { Ticket } = useLogin()
  return useQuery({ ...claimsQuery, enabled: Ticket !== '' })
}

/** Counted in hundredths, as amounts are: a condition that lacks one fen is not met. */
export function conditionOf({ Name, Now, Need, Unit }: Wire['PromotionProgress']): Condition {
  const [now, need] = [fenOf(Now), fenOf(Need)]
  const figure = (fen: number) => (Unit === yuanUnit ? `¥${formatShortFen(fen)}` : formatShortFen(fen))
  const unit = Unit === yuanUnit ? '' : ` ${Unit}`
  const asked = figure(need) + unit
  if (need <= 0) return { name: Name, percent: undefined, figures: figure(now) + unit, asked }
  const percent = now >= need ? 100 : Math.max(0, Math.min(99, Math.floor((now * 100) / need)))
  return { name: Name, percent, figures: `${figure(now)} / ${asked}`, asked }
}

export interface Award {
  sn: string
  time: string
  name: string
  fen: number
  status: number
  statusText: string
  remark: string
  /** The player has to fill in a true name and a bank card before it is paid. */
  act: boolean
  turnoverFen: number
}

export interface Awards {
  rows: Award[]
  pages: number
  total: number
}

export const awardsQuery = (page: number) =>
  queryOptions({
    queryKey: [...awardsKey, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Awards> => {
      const { Data } = await api.call('POST /v1/Select/PromotionAwards', { PageIndex: page }, { signal })
      return {
        rows: (Data?.Items ?? []).map((wire) => ({
          sn: wire.OrderSn,
          time: wire.CreateTime,
          name: wire.Name,
          fen: fenOf(wire.Amount),
          status: wire.Status,
          statusText: wire.StatusText,
          remark: wire.Remark,
          act: wire.Act,
          turnoverFen: fenOf(wire.Turnover),
        })),
        pages: Data?.PageCount ?? 0,
        total: Data?.RowCount ?? 0,
      }
    },
  })
