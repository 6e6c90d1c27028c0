import { api } from '@shared/api/player-client'
import { rateText } from '@shared/usdt'
import { queryOptions } from '@tanstack/react-query'

export interface CoinRate {
  network: string
  /** Yuan for one coin, as decimal text. */
  rate: string
  /** The fewest and the most coins of one deposit; 0 is no bound. */
  least: number
  most: number
}

export const ratesQuery = queryOptions({
  queryKey: ['usdtRates'],
  staleTime: 30_000,
  refetchInterval: 60_000,
  queryFn: async ({ signal }): Promise<CoinRate[]> => {
    const { Data } = await api.call('GET /v1/Select/GetUsdtExchangeRate', undefined, { signal })
    return (Data ?? []).map((wire) => ({
      network: wire.UsdtType,
      rate: rateText(String(wire.ExchangeRate)),
      least: Number(wire.LowerLimit),
      most: Number(wire.UpperLimit),
    }))
  },
})
