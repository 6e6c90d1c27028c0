// Prints what a first visit to the back office's login and to each of its pages costs in brotli bytes of JavaScript,
// and fails when a budget is broken. It reads the build that is there: run `npm run build:admin` first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const assets = new URL('../dist/admin/assets/', import.meta.url).pathname
const budget = { login: 300_000, page: 700_000 }

const sizeOf = (file) => {
  const twin = join(assets, `${file}.br`)
  return existsSync(twin) ? statSync(twin).size : brotliCompressSync(readFileSync(join(assets, file))).length
}
const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))

/** The chunks a chunk cannot start without: its static imports, all the way down. */
const needs = (file, seen = new Set()) => {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = readFileSync(join(assets, file), 'utf8')
  for (const [, name] of source.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) needs(name, seen)
  return seen
}
const total = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

const html = readFileSync(new URL('../dist/admin/index.html', import.meta.url), 'utf8')
const entry = html.match(/assets\/([\w.-]+\.js)/)?.[1]
const shell = scripts.find((file) => file.startsWith('shell-'))
if (!entry || !shell) throw new Error('the build has no entry or no shell')

let broken = 0
const report = (name, bytes, limit) => {
  const over = bytes > limit
  if (over) broken++
  process.stdout.write(`${kB(bytes)}  ${name}${over ? `  OVER ${kB(limit).trim()}` : ''}\n`)
}
for (const page of scripts.filter((file) => /-page-/.test(file) && !file.startsWith('list-page-'))) {
  const login = page.startsWith('login')
  const files = needs(page, needs(entry))
  report(
    page.replace(/-[\w-]{8}\.js$/, ''),
    total(login ? files : needs(shell, files)),
    login ? budget.login : budget.page,
  )
}
process.exit(broken ? 1 : 0)
