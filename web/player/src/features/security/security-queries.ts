import { api } from '@shared/api/player-client'
import { queryOptions } from '@tanstack/react-query'

export interface Login {
  id: string
  time: string
  seen: string
  ended: string
  reason: string
  ip: string
  device: string
  remembered: boolean
  current: boolean
}

export interface Security {
  since: string
  recoveryLeft: number
  logins: Login[]
}

export const securityKey = ['security']

export const securityQuery = queryOptions({
  queryKey: securityKey,
  queryFn: async ({ signal }): Promise<Security> => {
    const { Data } = await api.call('POST /v1/Select/PlayerSecurity', undefined, { signal })
    return {
      since: Data.SecondSince,
      recoveryLeft: Data.RecoveryLeft,
      logins: (Data.Logins ?? []).map((login) => ({
        id: login.Id,
        time: login.Time,
        seen: login.SeenTime,
        ended: login.EndTime,
        reason: login.EndReason,
        ip: login.Ip,
        device: login.Device,
        remembered: login.Remembered,
        current: login.Current,
      })),
    }
  },
})

export const endSession = (id: string) => api.call('POST /v1/Do/EndSessionAction', { id })
export const beginSecond = async (password: string) =>
  (await api.call('POST /v1/Do/BeginSecondAction', { password })).Data
export const confirmSecond = async (secondCode: string) =>
  (await api.call('POST /v1/Do/ConfirmSecondAction', { secondCode })).Data ?? []
export const endSecond = (password: string, secondCode: string) =>
  api.call('POST /v1/Do/EndSecondAction', { password, secondCode })
export const renewRecovery = async (secondCode: string) =>
  (await api.call('POST /v1/Do/RenewRecoveryAction', { secondCode })).Data ?? []
