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

export type Channel = 'sms' | 'email'

export interface Contact {
  channel: Channel
  /** Masked; empty while not filled in. */
  address: string
  /** When it was proved; empty: not. */
  proved: string
  notices: boolean
}

export interface Passkey {
  id: string
  name: string
  made: string
  /** Last use; empty: never. */
  used: string
  /** When it was stopped because its counter went back; empty: in use. */
  stopped: string
  /** This device used it last. */
  here: boolean
}

export interface Security {
  /** Passkeys work at the address of this page. */
  passkeysOpen: boolean
  passkeys: Passkey[]
  contacts: Contact[]
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
      contacts: (Data.Contacts ?? []).map((contact) => ({
        channel: contact.Channel,
        address: contact.Address,
        proved: contact.ProvedTime,
        notices: contact.Notices,
      })),
      passkeysOpen: Data.PasskeysOpen,
      passkeys: (Data.Passkeys ?? []).map((passkey) => ({
        id: passkey.Id,
        name: passkey.Name,
        made: passkey.Time,
        used: passkey.UsedTime,
        stopped: passkey.StoppedTime,
        here: passkey.Current,
      })),
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

export interface CodeSent {
  ask: string
  /** Seconds until another code can be asked for. */
  again: number
  minutes: number
}

interface CodeWanted {
  channel: Channel
  purpose: 'prove' | 'old' | 'new'
  /** Of the login; not for the new address. */
  password?: string
  address?: string
  oldAsk?: string
  oldCode?: string
}

export const sendCode = async (wanted: CodeWanted): Promise<CodeSent> => {
  const { Data } = await api.call('POST /v1/Do/SendCodeAction', wanted)
  return { ask: Data.Ask, again: Data.Again, minutes: Data.Minutes }
}
export const proveContact = (ask: string, code: string) => api.call('POST /v1/Do/ProveContactAction', { ask, code })
export const changeContact = (old: { ask: string; code: string }, now: { ask: string; code: string }) =>
  api.call('POST /v1/Do/ChangeContactAction', { oldAsk: old.ask, oldCode: old.code, ask: now.ask, code: now.code })
export const setNotices = (channel: Channel, on: boolean) =>
  api.call('POST /v1/Do/ContactNoticesAction', { channel, on: on ? 1 : 0 })
