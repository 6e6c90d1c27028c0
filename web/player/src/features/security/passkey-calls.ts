import { api } from '@shared/api/player-client'
import { askPasskey, createPasskey } from './passkey'

/** Asks this browser for a passkey of the site; the answer is for a login. */
export async function provePasskey(): Promise<string> {
  const { Data } = await api.call('POST /v1/PubInterface/BeginPasskeyLogin')
  return askPasskey(Data.Options)
}

export const logInByPasskey = (credential: string, remember: boolean) =>
  api.call('POST /v1/PubInterface/PasskeyLoginAction', {
    credential,
    ...(remember ? { rememberPassword: 1 } : {}),
  })

/** Makes a passkey for the player who is logged in and stores it under a name. */
export async function addPasskey(name: string, password: string, secondCode: string) {
  const { Data } = await api.call('POST /v1/Do/BeginPasskeyAction', { password, secondCode })
  const credential = await createPasskey(Data.Options)
  return api.call('POST /v1/Do/AddPasskeyAction', { credential, name })
}

export const renamePasskey = (id: string, name: string) => api.call('POST /v1/Do/RenamePasskeyAction', { id, name })

export const removePasskey = (id: string, password: string, secondCode: string) =>
  api.call('POST /v1/Do/RemovePasskeyAction', { id, password, secondCode })
