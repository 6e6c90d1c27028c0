import { numbers, oval, type Pen, turn } from './brush'
import { lookOf, type Sprite, spriteOf } from './creatures'
import { cannon, coinSprites, metalOf, netSprite, shotSprite } from './guns'
import { bubble, paintSea, shaft, type Water, waterOf } from './sea'
import { text } from './text'
import type { Cannon, Hit, Kind, News, Swimmer } from './wire'

interface Fish {
  swim: Swimmer
  kind: Kind
  /** When it was hit last, for its flash. */
  hitAt: number
  dying: null | { at: number; x: number; y: number; angle: number; left: boolean }
}

interface Bullet {
  x: number
  y: number
  vx: number
  vy: number
  level: number
  cost: number
  born: number
  /** The only fish that it hits; it follows it. */
  target: string | null
  /** The result of another player's shot, and its player. */
  news: News | null
}

interface Spark {
  kind: 'net' | 'coin' | 'word' | 'ring'
  x: number
  y: number
  toX: number
  toY: number
  born: number
  lasts: number
  size: number
  level: number
  word: string
}

export interface Hooks {
  /** Whether a shot of this cost may leave the cannon now; it is then reserved. */
  mayFire: (cost: number) => boolean
  /** A shot hit a fish: the server decides what it catches. */
  onHit: (hit: Hit) => void
  /** A shot hit nothing: its reserve is free again. */
  onSpent: (cost: number) => void
  onFire: () => void
  onBoss: (kind: Kind) => void
}

const fireEvery = 230
const bulletLasts = 9000
const netLasts = 420
const dieLasts = 650
const maxBullets = 24

/** Fish lean into their way, and not further than looks well. */
const tilt = (angle: number) => Math.max(-0.45, Math.min(0.45, angle * 0.8))

/** Where the cannons of the others stand: shares of the width, at the surface. */
const otherPlaces = [0.16, 0.5, 0.84]

/** The room as it is drawn and played: fish, cannons, shots, nets and coins. It knows nothing of React. */
export class Pond {
  auto = false
  lock = false
  target: string | null = null
  holding = false
  turning = 0
  angle = -Math.PI / 2
  level = 0
  cost = 0
  /** The costs of the room's cannons, by level. */
  costs: number[] = []
  /** How far the sandbox's clock is ahead of this machine's, in ms. */
  ahead = 0

  private readonly pen: Pen
  private readonly water: Water
  private readonly kinds: Map<string, Kind>
  private readonly fish = new Map<string, Fish>()
  private readonly announced = new Set<string>()
  private readonly sprites = new Map<string, Sprite>()
  private bullets: Bullet[] = []
  private sparks: Spark[] = []
  private others: Cannon[] = []
  private kicks = new Map<number, { at: number; angle: number }>()
  private sea: HTMLCanvasElement | null = null
  private shafts: HTMLCanvasElement | null = null
  private readonly shots = [0, 1, 2, 3].map(shotSprite)
  private readonly nets = [0, 1, 2, 3].map(netSprite)
  private readonly coins = coinSprites()
  private readonly bubbles = bubble()
  private readonly drift: { x: number; y: number; r: number; speed: number }[] = []
  private firedAt = 0
  private before = 0
  private frame = 0
  private width = 0
  private height = 0
  private scale = 1
  /** How much of the lower edge the controls cover. */
  private cover = 0
  private shakeUntil = 0

  constructor(
    private readonly canvas: HTMLCanvasElement,
    kinds: Kind[],
    palette: string,
    private readonly seed: number,
    private readonly calm: boolean,
    private readonly inset: () => number,
    private readonly hooks: Hooks,
  ) {
    const pen = canvas.getContext('2d', { alpha: false })
    if (!pen) throw new Error('canvas 2d')
    this.pen = pen
    this.water = waterOf(palette)
    this.kinds = new Map(kinds.map((kind) => [kind.code, kind]))
    const draw = numbers(seed)
    for (let i = 0; i < 26; i++)
      this.drift.push({ x: draw(), y: draw(), r: 3 + draw() * 9, speed: 0.03 + draw() * 0.06 })
    this.resize()
  }

  start(): void {
    const tick = (at: number) => {
      this.frame = requestAnimationFrame(tick)
      this.step(at)
    }
    this.frame = requestAnimationFrame(tick)
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas
    this.width = Math.max(clientWidth, 200)
    this.height = Math.max(clientHeight, 200)
    // Small screens afford more points: the large ones are drawn point by point.
    this.scale = Math.min(devicePixelRatio || 1, this.width * this.height > 500_000 ? 1 : 1.5)
    this.canvas.width = Math.round(this.width * this.scale)
    this.canvas.height = Math.round(this.height * this.scale)
    this.cover = this.inset()
    this.sprites.clear()
    this.sea = paintSea(this.width, this.height - this.cover, this.scale, this.water, this.seed)
    this.shafts = this.calm ? null : shaft(Math.round(this.height * 0.8), this.water.light)
  }

  private now(): number {
    return Date.now() + this.ahead
  }

  private lengthOf(kind: Kind): number {
    return kind.size * Math.sqrt(this.width * this.height) * 1.22
  }

  private spriteFor(kind: Kind): Sprite {
    let sprite = this.sprites.get(kind.code)
    if (!sprite) {
      sprite = spriteOf(kind.code, this.lengthOf(kind), this.scale, kind.boss)
      this.sprites.set(kind.code, sprite)
    }
    return sprite
  }

  /** Where a fish is at an instant. Everybody's is at the same share of the way. */
  private placeOf(fish: Fish, at: number): { x: number; y: number } {
    const { from, until, lane, bend, left } = fish.swim
    const way = (at - from) / (until - from)
    const half = this.lengthOf(fish.kind) * 0.68
    const x = -half + (this.width + 2 * half) * way
    const high = this.lengthOf(fish.kind) * lookOf(fish.kind.code).aspect * 0.5
    const top = 62 + high
    const bottom = this.height - this.cover - Math.max(70, high)
    const deep = Math.min(
      1,
      Math.max(0, lane + bend * Math.sin(way * Math.PI) + 0.025 * Math.sin(way * 21 + lane * 40)),
    )
    return { x: left ? this.width - x : x, y: top + deep * (bottom - top) }
  }

  /** All that swims, as the server tells it. */
  setFish(list: Swimmer[]): void {
    const at = this.now()
    const told = new Set<string>()
    for (const swim of list) {
      told.add(swim.id)
      const kind = this.kinds.get(swim.kind)
      if (!kind) continue
      const known = this.fish.get(swim.id)
      if (!known) this.fish.set(swim.id, { swim, kind, hitAt: 0, dying: null })
      if (kind.boss && !this.announced.has(swim.id) && at - swim.from < 5000) {
        this.announced.add(swim.id)
        this.hooks.onBoss(kind)
      }
    }
    for (const [id, fish] of this.fish)
      if (!told.has(id) && !fish.dying && !this.bullets.some((bullet) => bullet.news?.fish === id)) this.kill(id, null)
  }

  setOthers(cannons: Cannon[], mine: number): void {
    this.others = cannons.filter((one) => one.seat !== mine).slice(0, otherPlaces.length)
  }

  /** Shots of the others fly to the fish that they hit. */
  setNews(list: News[]): void {
    for (const news of list) {
      const at = this.others.findIndex((one) => one.seat === news.seat)
      const fish = this.fish.get(news.fish)
      if (at < 0 || !fish || fish.dying) continue
      const from = this.otherPlace(at)
      const to = this.placeOf(fish, this.now())
      const angle = Math.atan2(to.y - from.y, to.x - from.x)
      this.kicks.set(news.seat, { at: performance.now(), angle })
      this.bullets.push({
        ...from,
        vx: Math.cos(angle),
        vy: Math.sin(angle),
        level: this.levelOf(news.cost),
        cost: 0,
        born: performance.now(),
        target: news.fish,
        news,
      })
    }
  }

  private levelOf(cost: number) {
    return Math.max(0, this.costs.indexOf(cost))
  }

  private otherPlace(index: number) {
    return { x: this.width * (otherPlaces[index] ?? 0.5), y: 100 }
  }

  private muzzle() {
    return { x: this.width / 2, y: this.height - this.cover - this.gunSize() * 0.34 }
  }

  private gunSize() {
    return Math.min(118, Math.max(84, Math.sqrt(this.width * this.height) * 0.12))
  }

  aimAt(x: number, y: number): void {
    const from = this.muzzle()
    this.angle = Math.min(-0.12, Math.max(-Math.PI + 0.12, Math.atan2(Math.min(y, from.y - 10) - from.y, x - from.x)))
  }

  /** Locks on the fish under a point, if lock-on is on. */
  pick(x: number, y: number): void {
    if (!this.lock) return
    this.target = this.under(x, y, 14)?.swim.id ?? this.target
  }

  private under(x: number, y: number, slack: number): Fish | null {
    const at = this.now()
    let best: Fish | null = null
    let nearest = 1
    for (const fish of this.fish.values()) {
      if (fish.dying || at < fish.swim.from || at >= fish.swim.until) continue
      const place = this.placeOf(fish, at)
      const half = this.lengthOf(fish.kind) * 0.42 + slack
      const high = Math.max(9, this.lengthOf(fish.kind) * this.spriteFor(fish.kind).aspect * 0.42) + slack
      const far = ((x - place.x) / half) ** 2 + ((y - place.y) / high) ** 2
      if (far < nearest) {
        nearest = far
        best = fish
      }
    }
    return best
  }

  /** The dearest fish in sight, for lock-on without a choice. */
  private dearest(): string | null {
    const at = this.now()
    let best: Fish | null = null
    for (const fish of this.fish.values()) {
      if (fish.dying || at < fish.swim.from || at > fish.swim.until - 1500) continue
      const { x } = this.placeOf(fish, at)
      if (x < 30 || x > this.width - 30) continue
      if (!best || fish.kind.least > best.kind.least) best = fish
    }
    return best?.swim.id ?? null
  }

  fire(): void {
    const at = performance.now()
    if (at - this.firedAt < fireEvery || this.bullets.filter((bullet) => !bullet.news).length >= maxBullets) return
    if (this.lock) {
      const aimed = this.target ? this.fish.get(this.target) : undefined
      if (!aimed || aimed.dying || this.now() >= aimed.swim.until) this.target = this.dearest()
      const fish = this.target ? this.fish.get(this.target) : undefined
      if (!fish) return
      const place = this.placeOf(fish, this.now() + 200)
      this.aimAt(place.x, place.y)
    }
    if (!this.hooks.mayFire(this.cost)) {
      this.auto = false
      this.holding = false
      return
    }
    this.firedAt = at
    const from = this.muzzle()
    const reach = this.gunSize() * 0.7
    this.bullets.push({
      x: from.x + Math.cos(this.angle) * reach,
      y: from.y + Math.sin(this.angle) * reach,
      vx: Math.cos(this.angle),
      vy: Math.sin(this.angle),
      level: this.level,
      cost: this.cost,
      born: at,
      target: this.lock ? this.target : null,
      news: null,
    })
    this.hooks.onFire()
  }

  /** The result of a shot of mine. Paid is fen, 0 for nothing. */
  result(id: string, paid: number, multiple: number): void {
    if (multiple > 0) this.kill(id, { paid, multiple, to: this.muzzle() })
  }

  private kill(id: string, prize: { paid: number; multiple: number; to: { x: number; y: number } } | null): void {
    const fish = this.fish.get(id)
    if (!fish || fish.dying) return
    const at = this.now()
    const place = this.placeOf(fish, at)
    fish.dying = { at: performance.now(), ...place, angle: 0, left: fish.swim.left }
    if (this.target === id) this.target = null
    if (!prize) {
      if (at >= fish.swim.until || at < fish.swim.from) this.fish.delete(id)
      return
    }
    const x = Math.min(this.width - 70, Math.max(70, place.x))
    const y = Math.max(110, place.y)
    const born = performance.now()
    const big = fish.kind.boss
    const word = `+${(prize.paid / 100).toFixed(2)}`
    this.spark({
      kind: 'word',
      x,
      y,
      toX: x,
      toY: y - 60,
      born,
      lasts: big ? 2600 : 1300,
      size: big ? 46 : prize.multiple >= 15 ? 32 : 23,
      word,
    })
    if (this.calm) return
    this.spark({ kind: 'ring', x, y, born, lasts: big ? 900 : 500, size: this.lengthOf(fish.kind) * (big ? 1.1 : 0.8) })
    const count = Math.min(big ? 46 : 14, 3 + Math.round(prize.multiple / 2))
    for (let i = 0; i < count; i++) {
      const spread = this.lengthOf(fish.kind) * (big ? 0.9 : 0.45)
      this.spark({
        kind: 'coin',
        x: x + (Math.random() - 0.5) * spread,
        y: y + (Math.random() - 0.5) * spread,
        toX: prize.to.x,
        toY: prize.to.y,
        born: born + i * (big ? 34 : 28),
        lasts: 760 + Math.random() * 260,
        size: 13 + Math.random() * 5,
      })
    }
    if (big) this.shakeUntil = born + 500
  }

  private spark(one: Partial<Spark> & Pick<Spark, 'kind' | 'x' | 'y' | 'born' | 'lasts' | 'size'>): void {
    this.sparks.push({ toX: one.x, toY: one.y, level: this.level, word: '', ...one })
    if (this.sparks.length > 160) this.sparks.splice(0, this.sparks.length - 160)
  }

  private net(bullet: Bullet): void {
    this.spark({
      kind: 'net',
      x: bullet.x,
      y: bullet.y,
      born: performance.now(),
      lasts: netLasts,
      size: this.gunSize() * (0.62 + bullet.level * 0.08),
      level: bullet.level,
    })
  }

  private step(at: number): void {
    const passed = Math.min(60, this.before ? at - this.before : 16)
    this.before = at
    if (this.turning)
      this.angle = Math.min(-0.12, Math.max(-Math.PI + 0.12, this.angle + this.turning * passed * 0.0022))
    if (this.auto || this.holding) this.fire()
    this.fly(passed)
    this.draw(performance.now())
  }

  private fly(passed: number): void {
    const speed = Math.max(420, Math.sqrt(this.width * this.height) * 0.86) * (passed / 1000)
    const at = performance.now()
    const left: Bullet[] = []
    for (const bullet of this.bullets) {
      const aim = bullet.target ? this.fish.get(bullet.target) : undefined
      if (aim && !aim.dying) {
        const place = this.placeOf(aim, this.now())
        const far = Math.hypot(place.x - bullet.x, place.y - bullet.y) || 1
        bullet.vx = (place.x - bullet.x) / far
        bullet.vy = (place.y - bullet.y) / far
      } else if (bullet.target && !bullet.news) bullet.target = null
      bullet.x += bullet.vx * speed
      bullet.y += bullet.vy * speed
      if (bullet.news) {
        if (aim && !aim.dying && at - bullet.born < 2500) {
          if (this.under(bullet.x, bullet.y, 0) !== aim) {
            left.push(bullet)
            continue
          }
          this.net(bullet)
          aim.hitAt = at
          const seat = this.others.findIndex((one) => one.seat === bullet.news?.seat)
          if (bullet.news.caught)
            this.kill(aim.swim.id, {
              paid: Math.round(Number(bullet.news.paid) * 100),
              multiple: aim.kind.least,
              to: this.otherPlace(Math.max(0, seat)),
            })
        }
        continue
      }
      if (bullet.x < 4 || bullet.x > this.width - 4)
        bullet.vx = bullet.x < 4 ? Math.abs(bullet.vx) : -Math.abs(bullet.vx)
      const floor = this.height - this.cover - 4
      if (bullet.y < 60 || bullet.y > floor) bullet.vy = bullet.y < 60 ? Math.abs(bullet.vy) : -Math.abs(bullet.vy)
      const hit = this.under(bullet.x, bullet.y, 3)
      if (hit && (!bullet.target || bullet.target === hit.swim.id)) {
        hit.hitAt = at
        this.net(bullet)
        this.hooks.onHit({ fish: hit.swim.id, cost: bullet.cost, at: Math.round(this.now()) })
        continue
      }
      if (at - bullet.born > bulletLasts) {
        this.hooks.onSpent(bullet.cost)
        continue
      }
      left.push(bullet)
    }
    this.bullets = left
  }

  private draw(at: number): void {
    const { pen, scale } = this
    pen.setTransform(scale, 0, 0, scale, 0, 0)
    if (at < this.shakeUntil && !this.calm) pen.translate(Math.sin(at * 0.09) * 5, Math.cos(at * 0.11) * 4)
    if (this.sea) pen.drawImage(this.sea, 0, 0, this.width, this.height - this.cover)
    this.drawLight(at)
    this.drawKelp(at)
    this.drawFish(at)
    this.drawSparks(at, 'net')
    for (const bullet of this.bullets) {
      const sprite = this.shots[Math.min(bullet.level, 3)]
      if (!sprite) continue
      const size = 20 + bullet.level * 3
      pen.save()
      pen.translate(bullet.x, bullet.y)
      pen.rotate(Math.atan2(bullet.vy, bullet.vx))
      pen.drawImage(sprite, -size * 1.5, -size / 2, size * 2, size)
      pen.restore()
    }
    this.drawGuns(at)
    this.drawSparks(at, 'ring')
    this.drawSparks(at, 'coin')
    this.drawSparks(at, 'word')
    this.sparks = this.sparks.filter((one) => at < one.born + one.lasts)
  }

  private drawLight(at: number): void {
    const { pen } = this
    if (this.shafts) {
      pen.globalCompositeOperation = 'lighter'
      for (let i = 0; i < 4; i++) {
        const sway = Math.sin(at * 0.00016 + i * 1.9)
        pen.globalAlpha = 0.3 + 0.24 * Math.sin(at * 0.0005 + i * 2.3)
        pen.drawImage(this.shafts, this.width * (0.14 + i * 0.23) + sway * 46 - 110, 0, 220, this.height * 0.8)
      }
      pen.globalCompositeOperation = 'source-over'
    }
    pen.globalAlpha = 0.5
    for (const one of this.drift) {
      const y = this.calm ? one.y : (((one.y - at * 0.001 * one.speed) % 1) + 1) % 1
      const x = one.x * this.width + (this.calm ? 0 : Math.sin(at * 0.001 + one.x * 30) * 8)
      pen.drawImage(this.bubbles, x, y * this.height, one.r * 2, one.r * 2)
    }
    pen.globalAlpha = 1
  }

  private drawKelp(at: number): void {
    const { pen } = this
    const draw = numbers(this.seed + 7)
    pen.lineCap = 'round'
    for (let i = 0; i < 12; i++) {
      const side = i % 2
      const x = side ? this.width * (0.8 + draw() * 0.2) : this.width * draw() * 0.2
      const tall = this.height * (0.12 + draw() * 0.16)
      const sway = this.calm ? 0 : Math.sin(at * 0.0011 + i * 1.3) * 14
      const base = (this.height - this.cover) * 0.98
      pen.beginPath()
      pen.moveTo(x, base)
      pen.bezierCurveTo(x - 12, base - tall * 0.35, x + 14 + sway * 0.6, base - tall * 0.65, x + sway, base - tall)
      pen.lineWidth = 8 - (i % 3) * 1.5
      pen.strokeStyle = i % 3 ? '#1d7a5a' : '#3c9d4e'
      pen.globalAlpha = 0.82
      pen.stroke()
    }
    pen.globalAlpha = 1
  }

  private drawFish(at: number): void {
    const { pen } = this
    const now = this.now()
    const list = [...this.fish.values()].sort((a, b) => b.kind.size - a.kind.size)
    for (const fish of list) {
      const { swim, kind, dying } = fish
      if (!dying && now >= swim.until) {
        this.fish.delete(swim.id)
        continue
      }
      if (now < swim.from) continue
      const sprite = this.spriteFor(kind)
      const place = dying ?? this.placeOf(fish, now)
      const next = this.placeOf(fish, now + 120)
      let angle = dying ? 0 : tilt(Math.atan2(next.y - place.y, Math.abs(next.x - place.x)))
      let size = 1
      let alpha = 1
      if (dying) {
        const gone = (at - dying.at) / dieLasts
        if (gone >= 1) {
          this.fish.delete(swim.id)
          continue
        }
        angle = this.calm ? 0 : gone * 5
        size = 1 + 0.25 * Math.sin(gone * Math.PI) - 0.5 * gone
        alpha = 1 - gone * gone
      }
      const beat = now * 0.001 * sprite.strokes + swim.lane * 10
      const picture = sprite.frames[Math.floor((beat % 1) * sprite.frames.length)]
      if (!picture) continue
      pen.save()
      pen.globalAlpha = alpha
      pen.translate(place.x, place.y)
      pen.scale(swim.left ? -size : size, size)
      pen.rotate(angle)
      pen.drawImage(picture, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height)
      if (at - fish.hitAt < 130) {
        pen.globalCompositeOperation = 'lighter'
        pen.globalAlpha = 0.5
        pen.drawImage(picture, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height)
        pen.globalCompositeOperation = 'source-over'
      }
      pen.restore()
      if (this.lock && this.target === swim.id && !dying) this.drawAim(place.x, place.y, sprite.length, at)
    }
  }

  private drawAim(x: number, y: number, length: number, at: number): void {
    const { pen } = this
    const r = Math.max(26, length * 0.42)
    pen.save()
    pen.translate(x, y)
    pen.rotate(this.calm ? 0 : at * 0.0012)
    pen.strokeStyle = '#ffe38a'
    pen.lineWidth = 3
    for (let i = 0; i < 4; i++) {
      pen.beginPath()
      pen.arc(0, 0, r, (i / 4) * turn + 0.25, (i / 4) * turn + 1.2)
      pen.stroke()
    }
    pen.restore()
  }

  private drawGuns(at: number): void {
    const { pen } = this
    const size = this.gunSize()
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    this.others.forEach((one, i) => {
      const place = this.otherPlace(i)
      const kick = this.kicks.get(one.seat)
      const gone = kick ? Math.max(0, 1 - (at - kick.at) / 160) : 0
      cannon(pen, place.x, place.y, kick?.angle ?? Math.PI / 2, this.levelOf(one.cost), size * 0.6, gone)
      pen.font = '600 12px sans-serif'
      pen.lineWidth = 3
      pen.strokeStyle = 'rgba(4,12,30,.8)'
      const name = one.crowd ? text.simulated(one.name) : one.name
      const words = one.cost ? `${name} · ${(one.cost / 100).toFixed(2)}` : name
      pen.strokeText(words, place.x, place.y + size * 0.42)
      pen.fillStyle = '#f3e3b4'
      pen.fillText(words, place.x, place.y + size * 0.42)
    })
    const from = this.muzzle()
    cannon(pen, from.x, from.y, this.angle, this.level, size, Math.max(0, 1 - (at - this.firedAt) / 160))
    // A line of light that shows where the next shot goes.
    const [light] = metalOf(this.level)
    pen.fillStyle = light
    for (let i = 0; i < 6; i++) {
      const far = size * (0.95 + i * 0.22)
      pen.globalAlpha = 0.5 - i * 0.07
      oval(pen, from.x + Math.cos(this.angle) * far, from.y + Math.sin(this.angle) * far, 2.4, 2.4)
      pen.fill()
    }
    pen.globalAlpha = 1
  }

  private drawSparks(at: number, kind: Spark['kind']): void {
    const { pen } = this
    for (const one of this.sparks) {
      if (one.kind !== kind || at < one.born) continue
      const share = Math.min(1, (at - one.born) / one.lasts)
      if (kind === 'net') {
        const sprite = this.nets[Math.min(one.level, 3)]
        const size = one.size * 2 * (0.5 + 0.5 * Math.sin(Math.min(1, share * 2.2) * (Math.PI / 2)))
        pen.globalAlpha = share < 0.5 ? 0.9 : 1.8 * (1 - share)
        if (sprite) pen.drawImage(sprite, one.x - size / 2, one.y - size / 2, size, size)
      } else if (kind === 'ring') {
        oval(pen, one.x, one.y, one.size * share, one.size * share)
        pen.globalAlpha = 1 - share
        pen.strokeStyle = '#ffe38a'
        pen.lineWidth = 10 * (1 - share) + 1
        pen.stroke()
      } else if (kind === 'coin') {
        // Up first, then to the cannon.
        const lift = Math.sin(Math.min(1, share * 2) * Math.PI) * 34
        const ease = share < 0.35 ? 0 : ((share - 0.35) / 0.65) ** 2
        const x = one.x + (one.toX - one.x) * ease
        const y = one.y + (one.toY - one.y) * ease - lift
        const picture = this.coins[Math.floor((at * 0.014 + one.x) % this.coins.length)]
        pen.globalAlpha = 1
        if (picture) pen.drawImage(picture, x - one.size, y - one.size, one.size * 2, one.size * 2)
      } else {
        const pop = this.calm ? 1 : Math.min(1, share * 8)
        pen.globalAlpha = share > 0.75 ? (1 - share) * 4 : 1
        pen.font = `800 ${Math.round(one.size * (0.6 + 0.4 * pop))}px Georgia, "Noto Serif CJK SC", serif`
        pen.textAlign = 'center'
        const y = one.y + (one.toY - one.y) * share
        pen.lineWidth = one.size * 0.2
        pen.lineJoin = 'round'
        pen.strokeStyle = '#6d2b02'
        pen.strokeText(one.word, one.x, y)
        pen.fillStyle = '#ffe58a'
        pen.fillText(one.word, one.x, y)
      }
      pen.globalAlpha = 1
    }
  }
}
