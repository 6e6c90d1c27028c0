import { messageOf } from '@shared/api/api-error'
import type { PasskeyText } from './text/passkey.zh-cn'

/** The sentence for a passkey that was not made or used: the browser tells why by the name of its exception. */
export function passkeyError(error: unknown, text: PasskeyText): string {
  if (!(error instanceof DOMException)) return messageOf(error)
  if (error.name === 'InvalidStateError') return text.already
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? text.cancelled : text.unable
}
