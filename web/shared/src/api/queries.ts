import { queryOptions } from '@tanstack/react-query'
import { fenOf } from '../money'
import { api } from './player-client'
import type { VenueBalance } from './wire'

/** Reads that more than one feature shows. Each feature's own reads stand with the feature. */

export interface VenueWallet {
  /** The platform id as text, "26". */
  code: string
  name: string
  fen: number
  state: VenueBalance['State']
  /** The venue did not answer: the balance is the last one known. */
  stale: boolean
}

export interface Balance {
  /** Everything the player has: centre, locked, on its way and in venues (D-31). */
  sumFen: number
  centreFen: number
  lockedFen: number
  transitFen: number
  venues: VenueWallet[]
  autoTransfer: boolean
  launch: LaunchMoney
}

/**
 * The money a launch brings along from the centre wallet; unasked: the player has not chosen yet, and nothing
 * goes.
 */
export interface LaunchMoney {
  brings: 'unasked' | 'all' | 'amount' | 'nothing'
  /** The most that one launch brings, of amount; of nothing, what the switch would bring back. */
  amountFen: number
  /** The venues' money comes back when the player returns from a game. */
  recall: boolean
}

export const balanceKey = ['balance']

/** One deposit order; without a number all that are being watched. */
export const depositOrderKey = (orderSn?: string) =>
  orderSn === undefined ? ['depositOrder'] : ['depositOrder', orderSn]

export const balanceQuery = queryOptions({
  queryKey: balanceKey,
  queryFn: async ({ signal }): Promise<Balance> => {
    const wire = await api.call('POST /v1/Select/PlayerBalance', undefined, { signal })
    return {
      sumFen: fenOf(wire.SumAmount),
      centreFen: fenOf(wire.Balance),
      lockedFen: fenOf(wire.LockBalance),
      transitFen: fenOf(wire.TransitBalance),
      venues: (wire.VenueAmount ?? []).map(venueWallet),
      autoTransfer: Boolean(wire.IsAuTransfer),
      launch: {
        brings: wire.LaunchBrings ?? (wire.IsAuTransfer ? 'all' : 'nothing'),
        amountFen: fenOf(wire.LaunchAmount ?? 0),
        recall: Boolean(wire.LaunchRecall),
      },
    }
  },
})

export const venueWallet = (wire: VenueBalance): VenueWallet => ({
  code: String(wire.PlatformCode),
  name: wire.PlatformName,
  fen: fenOf(wire.Balance),
  state: wire.State,
  stale: wire.Stale,
})

export interface Player {
  name: string
  vipLevel: number
  trueName: string
  birthday: string
  phone: string
  email: string
}

export const playerKey = ['player']

export const playerQuery = queryOptions({
  queryKey: playerKey,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Player> => {
    const wire = await api.call('POST /v1/Select/PlayerInfoItem', undefined, { signal })
    localStorage.setItem('userInfo', JSON.stringify(wire))
    return {
      name: wire.PlayerName ?? '',
      vipLevel: wire.VipLevel ?? 0,
      trueName: wire.TrueName ?? '',
      birthday: wire.Birthday ?? '',
      phone: wire.Tell ?? '',
      email: wire.Email ?? '',
    }
  },
})

export const supportQuery = queryOptions({
  queryKey: ['support'],
  staleTime: 300_000,
  queryFn: async ({ signal }) =>
    (await api.call('POST /v1/PubInterface/OnlineCustomSupportLink', undefined, { signal })).ResultMessage ?? '',
})
