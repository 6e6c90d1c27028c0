import { api } from '@shared/api/player-client'
import type { BankCard } from '@shared/api/wire'
import { fenOf } from '@shared/money'
import { type Network, rateText } from '@shared/usdt'
import { queryOptions } from '@tanstack/react-query'
import { betNumber } from '../bet/bet-queries'
import { bankList } from './bank-lists'

export interface Card {
  id: number
  bank: string
  /** Masked by the server but for its last four digits. */
  number: string
  holder: string
  isDefault: boolean
}

export const cardsKey = ['bankCards']

/** The default card first (CARD-01). */
export const cardsQuery = queryOptions({
  queryKey: cardsKey,
  staleTime: 30_000,
  queryFn: async ({ signal }): Promise<Card[]> => {
    const cards = await bankList(async () => {
      const answer = await api.call('POST /v1/Select/PlayerBankItems', undefined, { signal })
      return { rows: answer.PlayerBanks, ErrorMessage: answer.ErrorMessage }
    })
    return cards.map(cardOf).sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  },
})

const cardOf = (wire: BankCard): Card => ({
  id: wire.Id,
  bank: wire.BankName || wire.BankType,
  number: wire.AccountNumber,
  holder: wire.TrueName,
  isDefault: wire.IsDefault,
})

/** The fee of a withdrawal beside its amount: a fixed part and a rate in hundredths of a percent, unless free ones are left. */
export interface WithdrawalFee {
  fixedFen: number
  rate: number
  freeLeft: number
}

/** The fee of a withdrawal in fen, rounded down as the server does. The server refuses an order that costs more. */
export function feeOf({ fixedFen, rate, freeLeft }: WithdrawalFee, fen: number): number {
  if (freeLeft > 0) return 0
  return fixedFen + Math.floor(fen / 10_000) * rate + Math.floor(((fen % 10_000) * rate) / 10_000)
}

export interface WithdrawalTerms {
  minFen: number
  /** 0: no limit but the day's. */
  maxFen: number
  fee: WithdrawalFee
  timesADay: number
  dailyFen: number
  timesLeft: number
  amountLeftFen: number
  requiredFen: number
  doneFen: number
  buckets: { orderSn: string; source: string; amountFen: number; requiredFen: number; doneFen: number; time: string }[]
  /** The amount that the rules allow now; the server decides again at the order. */
  availableFen: number
  holds: { code: string; text: string; stops: boolean }[]
  needsName: boolean
  asksPassword: boolean
  /** Two-step login is on: a code goes with each withdrawal. */
  asksCode: boolean
  /** Bank cards and USDT addresses that the player may have. */
  maxCards: number
  maxAddresses: number
  /** A card number with a wrong check digit is refused. */
  checksCard: boolean
  /** How long withdrawals to a bank card took lately, a sentence of the server; empty where too few were paid. */
  expected: string
  /** The networks that are paid out now: yuan for one coin, as decimal text, and how long they took lately or empty. */
  payouts: { network: Network; rate: string; expected: string }[]
}

export const termsKey = ['withdrawalInfo']

export interface TurnoverLine {
  betSn: string
  time: string
  validFen: number
  countedFen: number
  reason: string
}

/** Bet by bet, what counted towards one requirement and why (WD-09). */
export const turnoverLinesQuery = (orderSn: string) =>
  queryOptions({
    queryKey: ['turnoverLines', orderSn],
    queryFn: async ({ signal }): Promise<TurnoverLine[]> => {
      const { Data } = await api.call('POST /v1/Select/TurnoverItems', { OrderSn: orderSn }, { signal })
      return (Data ?? [])
        .flatMap((report) => report.Lines ?? [])
        .map((line) => ({
          betSn: betNumber(line.BetOrdersn),
          time: line.BetTime,
          validFen: fenOf(line.ValidAmount),
          countedFen: fenOf(line.Counted),
          reason: line.Reason,
        }))
    },
  })

/** The terms that limit a withdrawal (WD-08, WD-09). */
export const termsQuery = queryOptions({
  queryKey: termsKey,
  queryFn: async ({ signal }): Promise<WithdrawalTerms> => {
    const { Data } = await api.call('POST /v1/Select/WithdrawalInfo', undefined, { signal })
    return {
      minFen: fenOf(Data.MinAmount),
      maxFen: fenOf(Data.MaxAmount ?? 0),
      fee: { fixedFen: fenOf(Data.FeeFixed ?? 0), rate: Data.FeeRate ?? 0, freeLeft: Data.FeeFreeLeft ?? 0 },
      timesADay: Data.TimesADay,
      dailyFen: fenOf(Data.DailyLimit),
      timesLeft: Data.TimesLeft,
      amountLeftFen: fenOf(Data.AmountLeft),
      requiredFen: fenOf(Data.TurnoverRequired),
      doneFen: fenOf(Data.TurnoverDone),
      buckets: (Data.Buckets ?? []).map((bucket) => ({
        orderSn: bucket.OrderSn,
        source: bucket.SourceText || bucket.Source,
        amountFen: fenOf(bucket.Amount),
        requiredFen: fenOf(bucket.Required),
        doneFen: fenOf(bucket.Done),
        time: bucket.CreateTime,
      })),
      availableFen: fenOf(Data.Available),
      holds: (Data.Holds ?? []).map((hold) => ({ code: hold.Code, text: hold.Text, stops: hold.Stops })),
      needsName: Data.NeedsName,
      asksPassword: Data.IsEnableWithdrawPassword,
      asksCode: Data.NeedsSecond === true,
      maxCards: Data.MaxCards,
      maxAddresses: Data.MaxAddresses,
      checksCard: Data.ChecksCard,
      expected: Data.Expected ?? '',
      payouts: (Data.UsdtRates ?? []).map((wire) => ({
        network: wire.UsdtType,
        rate: rateText(String(wire.ExchangeRate)),
        expected: wire.Expected,
      })),
    }
  },
})
