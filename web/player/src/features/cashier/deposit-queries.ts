import { api } from '@shared/api/player-client'
import { depositOrderKey } from '@shared/api/queries'
import type { DepositOrder, PayChannel, PayMethod } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { queryOptions } from '@tanstack/react-query'

export const methodsQuery = queryOptions({
  queryKey: ['payMethods'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { Data } = await api.call('POST /v1/Do/GetPayChannel', undefined, { signal })
    return lastUsedFirst(Data)
  },
})

const lastKey = 'lastPayMethod'

export const rememberMethod = (code: string) => localStorage.setItem(lastKey, code)

function lastUsedFirst(methods: PayMethod[]): PayMethod[] {
  const last = localStorage.getItem(lastKey)
  return [...methods].sort((a, b) => Number(b.ChannelCode === last) - Number(a.ChannelCode === last))
}

export interface Channel {
  id: number
  name: string
  code: string
  minFen: number
  maxFen: number
  /** The form of the answer to an order. */
  style: PayChannel['Style']
}

export const channelsQuery = (methodCode: string) =>
  queryOptions({
    queryKey: ['payChannels', methodCode],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Channel[]> => {
      const { Data } = await api.call('POST /v1/Do/GetPayment', { channel_code: methodCode }, { signal })
      return Data.map((channel: PayChannel) => ({
        id: channel.Id,
        name: channel.ShowName,
        code: channel.PaymentCode,
        minFen: fenOf(channel.MinAmount),
        maxFen: fenOf(channel.MaxAmount),
        style: channel.Style,
      }))
    },
  })

export const preInfoQuery = (paymentCode: string) =>
  queryOptions({
    queryKey: ['payPreInfo', paymentCode],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.call('POST /v1/Do/GetPaymentPreInfo', { payment_code: paymentCode }, { signal })).Data,
  })

const over: Record<DepositOrder['status'], boolean> = {
  pending: false,
  claimed: false,
  review: false,
  credited: true,
  expired: true,
  closed: true,
  reversed: true,
}

/** Nothing more will happen to the order by itself. */
export const isOver = (status: DepositOrder['status']) => over[status]

/** One order, asked again every 5 s while something may still happen to it. */
export const orderQuery = (orderSn: string) =>
  queryOptions({
    queryKey: depositOrderKey(orderSn),
    enabled: orderSn !== '',
    queryFn: async ({ signal }) => (await api.call('POST /v1/Do/DepositOrder', { OrderSn: orderSn }, { signal })).Data,
    refetchInterval: (query) => (query.state.data && isOver(query.state.data.status) ? false : 5_000),
  })

const pendingKey = 'pendingDeposit'

/** The order the player has started and not finished, so that a closed tab does not lose it. */
export const pendingOrder = {
  get: () => localStorage.getItem(pendingKey) ?? '',
  set: (orderSn: string) => localStorage.setItem(pendingKey, orderSn),
  clear: () => localStorage.removeItem(pendingKey),
}
