// Prints what a first visit to each page of the player site costs in brotli bytes of JavaScript and CSS, and fails
// when a budget is broken. It reads the build that is there: run `npm run build:player` first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const assets = new URL('../dist/player/assets/', import.meta.url).pathname
const budget = { shell: 35_000, home: 50_000, route: 100_000, css: 16_000, english: 80_000 }

const sizeOf = (file) => {
  const twin = join(assets, `${file}.br`)
  return existsSync(twin) ? statSync(twin).size : brotliCompressSync(readFileSync(join(assets, file))).length
}
const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
// Whoever reads English loads one more.
const english = (file) => file.startsWith('english-')
const styles = readdirSync(assets).filter((file) => file.endsWith('.css') && !english(file))

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

const html = readFileSync(new URL('../dist/player/index.html', import.meta.url), 'utf8')
const entry = html.match(/<script[^>]*src="\/assets\/([\w.-]+\.js)"/)?.[1]
if (!entry) throw new Error('index.html names no entry script')

let broken = 0
const report = (name, bytes, limit) => {
  const over = bytes > limit
  if (over) broken++
  process.stdout.write(`${kB(bytes)}  ${name}${over ? `  OVER ${kB(limit).trim()}` : ''}\n`)
}
for (const form of ['desktop', 'h5']) {
  const layout = scripts.find((file) => file.startsWith(`routes.${form}-`))
  if (!layout) throw new Error(`no chunk for ${form}`)
  const shell = needs(layout, needs(entry))
  report(`${form} shell`, total(shell), budget.shell)
  for (const page of scripts.filter((file) => /-page-|^home-/.test(file))) {
    const name = page.replace(/-[\w-]{8}\.js$/, '')
    const own = name === { desktop: 'home-desktop', h5: 'home-phone' }[form]
    report(`  ${form} ${name}`, total(needs(page, new Set(shell))), own ? budget.home : budget.route)
  }
}
report('css', total(styles), budget.css)

// The phrase book is loaded by whoever chooses English, and by nobody else (H-485).
const books = scripts.filter((file) => readFileSync(join(assets, file), 'utf8').includes('Turnover progress'))
const first = ['desktop', 'h5'].flatMap((form) => {
  const layout = scripts.find((file) => file.startsWith(`routes.${form}-`))
  return [...needs(layout, needs(entry))]
})
report(
  'English',
  total([...books, ...readdirSync(assets).filter((file) => /^english-.*\.css$/.test(file))]),
  budget.english,
)
if (books.length !== 1 || books.some((file) => first.includes(file))) {
  broken++
  process.stdout.write('the phrase book is in a first visit, or in several files\n')
}

// The kit page is the development server's alone: neither its address nor a chunk of it may be in a build.
const kit = scripts.filter(
  (file) => file.startsWith('kit-') || readFileSync(join(assets, file), 'utf8').includes('/_kit'),
)
if (kit.length > 0) {
  broken++
  process.stdout.write(`the kit page is in the build: ${kit.join(', ')}\n`)
}
process.exit(broken ? 1 : 0)
