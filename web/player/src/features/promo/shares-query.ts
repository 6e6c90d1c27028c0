import { api } from '@shared/api/player-client'
import { queryOptions } from '@tanstack/react-query'

/** A requirement by its order, or a promotion. */
export type SharesOf = { orderSn: string } | { promotion: number }

export interface Share {
  name: string
  /** 0 to 100, of the valid bets. */
  percent: number
}

export const sharesQuery = (of: SharesOf) =>
  queryOptions({
    queryKey: ['turnoverShares', of],
    queryFn: async ({ signal }) => {
      const asked = 'orderSn' in of ? { OrderSn: of.orderSn } : { PromotionId: of.promotion }
      const { Data } = await api.call('POST /v1/Select/TurnoverShares', asked, { signal })
      const share = ({ Name, Percent }: { Name: string; Percent: number }): Share => ({ name: Name, percent: Percent })
      return { kinds: (Data.Kinds ?? []).map(share), games: (Data.Games ?? []).map(share), note: Data.Note }
    },
  })
