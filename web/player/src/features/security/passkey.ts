const bytesOf = (text: string): ArrayBuffer => {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer
}

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

interface Named {
  id: string
  type: 'public-key'
}

/** A credential of the server's options, whose bytes are base64url. */
const credentials = (list: Named[] | undefined) => list?.map((item) => ({ ...item, id: bytesOf(item.id) })) ?? []

const answerOf = (credential: PublicKeyCredential, response: Record<string, unknown>) =>
  JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { clientDataJSON: textOf(credential.response.clientDataJSON), ...response },
  })

/** Has the browser make a passkey. Options and answer are JSON; a person who declines is a DOMException. */
export async function createPasskey(asked: string): Promise<string> {
  const options = JSON.parse(asked)
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: credentials(options.excludeCredentials),
    },
  })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return answerOf(made, {
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/** Has the browser answer with a passkey, as createPasskey makes one. */
export async function askPasskey(asked: string): Promise<string> {
  const options = JSON.parse(asked)
  const used = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: credentials(options.allowCredentials),
    },
  })) as PublicKeyCredential
  const response = used.response as AuthenticatorAssertionResponse
  return answerOf(used, {
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : undefined,
  })
}
