import { PlayError } from '../api'
import { fishing } from './api'
import { text } from './text'
import type { Hit, Seen, Shot } from './wire'

const lookEvery = 1000
/** Between two requests at least; the shots of the meantime go together. */
const sendEvery = 700
const mostShots = 12
const tries = 5

export interface Events {
  onSeen: (seen: Seen) => void
  onShots: (shots: Shot[]) => void
  /** The fen left for shots: the server's balance without the shots that are on their way. */
  onBalance: (fen: number) => void
  onNote: (note: string) => void
  onFault: (fault: PlayError) => void
}

export const fenOf = (yuan: string) => Math.round(Number(yuan) * 100)

/** Talks with the server about one room: looks what swims there, and sends shots in small batches, each once. */
export class Shooter {
  private server = 0
  private reserved = 0
  private queue: Hit[] = []
  private sending = false
  private sentAt = Number.NEGATIVE_INFINITY
  /** A request is on its way; sending is true while one waits for its turn, too. */
  private flying = false
  private answers = 0
  private last = -1
  private alive = true
  private known = false
  private timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(
    private readonly hall: string,
    private readonly room: string,
    private readonly events: Events,
    private readonly calls = fishing,
    private readonly wait = 1000,
  ) {}

  start(): void {
    this.alive = true
    void this.look()
  }

  stop(): void {
    this.alive = false
    for (const timer of this.timers) clearTimeout(timer)
    if (this.queue.length > 0 && !this.flying) void this.send()
  }

  /** Reserves a shot, if there is money for it. */
  reserve(cost: number): boolean {
    if (!this.known || this.server - this.reserved < cost) return false
    this.reserved += cost
    this.tell()
    return true
  }

  release(cost: number): void {
    this.reserved -= cost
    this.tell()
  }

  hit(hit: Hit): void {
    this.queue.push(hit)
    this.sendSoon()
  }

  private tell(): void {
    if (this.alive && this.known) this.events.onBalance(Math.max(0, this.server - this.reserved))
  }

  private later(after: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      run()
    }, after)
    this.timers.add(timer)
  }

  private async look(): Promise<void> {
    const answers = this.answers
    try {
      const seen = await this.calls.room(this.hall, this.room, this.last)
      if (!this.alive) return
      this.last = seen.last
      // Its balance is older than an answer that came meanwhile.
      if (!this.sending && answers === this.answers) {
        this.server = fenOf(seen.balance)
        this.known = true
        this.tell()
      }
      this.events.onSeen(seen)
    } catch (error) {
      if (!this.alive) return
      this.events.onFault(error instanceof PlayError ? error : new PlayError(String(error), 0))
      if (error instanceof PlayError && error.over) return
    }
    this.later(lookEvery, () => void this.look())
  }

  private sendSoon(): void {
    if (this.sending || this.queue.length === 0) return
    const after = Math.max(0, this.sentAt + sendEvery - performance.now())
    this.sending = true
    this.later(after, () => void this.send())
  }

  private async send(): Promise<void> {
    this.sending = true
    this.flying = true
    const shots = this.queue.splice(0, mostShots)
    const cost = shots.reduce((sum, shot) => sum + shot.cost, 0)
    const id = crypto.randomUUID()
    for (let turn = 1; ; turn++) {
      try {
        const answer = await this.calls.shots(id, this.hall, this.room, shots)
        this.server = fenOf(answer.balance)
        this.known = true
        if (this.alive) {
          this.events.onShots(answer.shots)
          if (turn > 1) this.events.onNote('')
        }
        break
      } catch (error) {
        const known = error instanceof PlayError ? error : new PlayError(String(error), 0)
        if (known.over) {
          if (this.alive) this.events.onFault(known)
          break
        }
        // Silence or a fault of the server: the same shots go with the same id and are booked once.
        const again = known.silent || known.status >= 500
        if (!again || turn >= tries) {
          if (this.alive) this.events.onNote(again ? text.lost : known.message)
          break
        }
        if (this.alive) this.events.onNote(text.unsure)
        await new Promise((go) => setTimeout(go, this.wait * turn))
      }
    }
    this.answers++
    this.reserved -= cost
    this.sentAt = performance.now()
    this.sending = false
    this.flying = false
    this.tell()
    if (this.alive) this.sendSoon()
    else if (this.queue.length > 0) void this.send()
  }
}
