import type { Fairness, SlotRoom, Spun, State } from './wire'

/**
 * A no of the sandbox with its sentence, or no answer: then it is unknown whether the call was carried out.
 */
export class PlayError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The whole answer: some refusals say more than a sentence. */
    readonly answer: unknown = null,
  ) {
    super(message)
  }

  /** The session is over: only the way back to the platform helps. */
  get over() {
    return this.status === 403
  }

  /** No answer came. The same call may be sent again: it is carried out once. */
  get silent() {
    return this.status === 0
  }
}

const answerWithin = 15_000

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      signal: AbortSignal.timeout(answerWithin),
      ...(body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
  } catch {
    throw new PlayError('网络不稳定，请稍后再试', 0)
  }
  const content = (await answer.json().catch(() => ({}))) as T & { error?: string }
  if (!answer.ok) throw new PlayError(content.error ?? '系统繁忙，请稍后再试', answer.status, content)
  return content
}

/** Paths are relative: the page's own address carries the session. */
export const play = {
  state: () => ask<State>('state'),
  spin: (id: string, game: string, coin: number) => ask<Spun>('spin', { id, game, coin }),
  slotRoom: (game: string) => ask<SlotRoom>(`slot/room?game=${encodeURIComponent(game)}`),
  reseed: (client: string) => ask<{ fair: Fairness }>('seed', { client }),
}
