import { api } from '@shared/api/player-client'
import { fenOf } from '@shared/money'
import { type Network, rateText } from '@shared/usdt'
import { queryOptions } from '@tanstack/react-query'

export interface CoinAddress {
  id: number
  network: Network
  /** Masked by the server but for its two ends. */
  address: string
  isDefault: boolean
  /** The site pays out on its network (WD-07). */
  offered: boolean
}

export const addressesKey = ['usdtAddresses']

/** The type of the list on the wire. */
const usdtType = '1'

/** The default address first (WD-03). */
export const addressesQuery = queryOptions({
  queryKey: addressesKey,
  staleTime: 30_000,
  queryFn: async ({ signal }): Promise<CoinAddress[]> => {
    const { Data } = await api.call('POST /v1/Select/GetUsdtAddAddress', { type: usdtType }, { signal })
    return (Data ?? [])
      .map((wire) => ({
        id: wire.Id,
        network: wire.UsdtType,
        address: wire.UsdtAddress,
        isDefault: wire.IsDefault,
        offered: wire.Offered,
      }))
      .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  },
})

export const addAddress = (address: string) =>
  api.call('POST /v1/Do/UsdtAddAddress', { Address: address, type: usdtType })

export interface Quote {
  addressId: number
  /** As it was asked for; the confirmation sends the same. */
  amount: string
  fen: number
  /** Taken beside the amount. */
  feeFen: number
  rate: string
  network: Network
  coins: string
  address: string
  asksPassword: boolean
  /** Until when it holds, unix milliseconds of the server. */
  until: number
}

/** The present value of a withdrawal (WD-06). */
export async function askQuote(addressId: number, amount: string): Promise<Quote> {
  const { Data } = await api.call('POST /v1/Do/UsdtWithdrawPre', { id: addressId, withdrawAmount: amount })
  return {
    addressId,
    amount,
    fen: fenOf(Data.WithdrawAmount),
    feeFen: fenOf(Data.Fee ?? 0),
    rate: rateText(String(Data.ExchangeRate)),
    network: Data.UsdtType,
    coins: Data.UsdtCountShow || String(Data.UsdtCount),
    address: Data.UsdtAddress,
    asksPassword: Data.IsEnableWithdrawPassword,
    until: Data.ExpiresAt,
  }
}

/** The centre wallet as it is now, in fen: asked before every quote (D-07). */
export const centreBalance = async () => fenOf((await api.call('POST /v1/Select/PlayerCenterBalance')).Balance)
