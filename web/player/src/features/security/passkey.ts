import { fromBase64Url, toBase64Url } from '../../ui/base64-url'

interface Named {
  id: string
  type: 'public-key'
}

/** A credential of the server's options, whose bytes are base64url. */
const credentials = (list: Named[] | undefined) => list?.map((item) => ({ ...item, id: fromBase64Url(item.id) })) ?? []

const answerOf = (credential: PublicKeyCredential, response: Record<string, unknown>) =>
  JSON.stringify({
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { clientDataJSON: toBase64Url(credential.response.clientDataJSON), ...response },
  })

/** Has the browser make a passkey. Options and answer are JSON; a person who declines is a DOMException. */
export async function createPasskey(asked: string): Promise<string> {
  const options = JSON.parse(asked)
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromBase64Url(options.challenge),
      user: { ...options.user, id: fromBase64Url(options.user.id) },
      excludeCredentials: credentials(options.excludeCredentials),
    },
  })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return answerOf(made, {
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** Has the browser answer with a passkey, as createPasskey makes one. */
export async function askPasskey(asked: string): Promise<string> {
  const options = JSON.parse(asked)
  const used = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: fromBase64Url(options.challenge),
      allowCredentials: credentials(options.allowCredentials),
    },
  })) as PublicKeyCredential
  const response = used.response as AuthenticatorAssertionResponse
  return answerOf(used, {
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    userHandle: response.userHandle ? toBase64Url(response.userHandle) : undefined,
  })
}
