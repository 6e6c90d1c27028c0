import { api } from '@shared/api/player-client'
import { fenOf } from '@shared/money'
import { catalogue } from '@shared/text'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { zhCN } from './text/referral.zh-cn'

export const useReferralText = catalogue(zhCN)

export const referralQuery = (page: number) =>
  queryOptions({
    queryKey: ['referrals', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { Data } = await api.call('POST /v1/Select/Referrals', { PageIndex: page }, { signal })
      return {
        open: Data.Open,
        amountFen: fenOf(Data.Amount),
        depositFen: fenOf(Data.DepositMin),
        invited: Data.Invited,
        rewarded: Data.Rewarded,
        earnedFen: fenOf(Data.Earned),
        pages: Data.PageCount,
        friends: (Data.Items ?? []).map((friend) => ({
          name: friend.PlayerName,
          time: friend.Time,
          until: friend.UntilTime,
          state: friend.State,
          fen: fenOf(friend.Amount),
        })),
      }
    },
  })
