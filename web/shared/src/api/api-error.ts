/**
 * The failure of a call, in one shape (API-03): the HTTP status and a sentence for the player. Status 0 means
 * that no answer came; status 200 that the server answered and refused (IsSuc false).
 */
export class ApiError extends Error {
  readonly status: number
  /** The answer's body, for the few calls that carry more than a sentence (a login's VerificationCode). */
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  /** No answer came: for a money call the outcome is unknown, and only the same key may ask again. */
  get unanswered(): boolean {
    return this.status === 0
  }
}

/** The sentence to show for any failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
