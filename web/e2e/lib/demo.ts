import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const startMs = 180_000
/** Longer than the house allows itself. */
const stopMs = 30_000

export interface Demo {
  /** The file with its addresses. */
  ready: string
  stop: () => Promise<void>
}

/** Starts the real demo on free ports and a fresh database. */
export async function startDemo(): Promise<Demo> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const binary = process.env.HONGYUN_DEMO ?? join(root, 'bin/demo')
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run \`make build\` first`)
  const work = mkdtempSync(join(tmpdir(), 'hongyun-e2e-'))
  const ready = join(work, 'ready.json')
  const log = join(work, 'demo.log')
  const free = ['--player', '--admin', '--hooks', '--ops', '--sandbox'].flatMap((flag) => [flag, '127.0.0.1:0'])
  const demo = spawn(binary, [...free, '--data', join(work, 'data'), '--ready', ready], {
    // Tests move the clock while others sit at their pages: what moves is nobody's idleness.
    env: { ...process.env, HONGYUN_TEST_CAPTCHA: 'abcd', HONGYUN_TEST_STAFF_IDLE: '8h', DEMO_BOTS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = createWriteStream(log)
  demo.stdout.pipe(out)
  demo.stderr.pipe(out)
  const ended = new Promise<number | null>((resolve) => demo.once('exit', resolve))

  const deadline = Date.now() + startMs
  while (!existsSync(ready)) {
    if (demo.exitCode !== null || Date.now() > deadline) {
      demo.kill('SIGKILL')
      throw new Error(`the demo did not get ready:\n${readFileSync(log, 'utf8').slice(-4000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const stop = async () => {
    demo.kill('SIGTERM')
    const tooLong = setTimeout(() => demo.kill('SIGKILL'), stopMs)
    const code = await ended
    clearTimeout(tooLong)
    if (process.env.HONGYUN_KEEP) process.stdout.write(`the demo's data and log stay in ${work}\n`)
    else rmSync(work, { recursive: true, force: true })
    // A clean stop is part of what is promised.
    if (code !== 0) throw new Error(`the demo ended with ${code ?? 'a kill'} instead of 0`)
  }
  return { ready, stop }
}
