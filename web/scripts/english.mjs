// Compares the phrase book by which pages are shown in English with the texts of this program (npm run english). It
// fails with --check when a text that a player reads has no English, and when the book has a phrase that no text needs.
// --missing prints the phrases without English as they are added to a file of shared/src/english/book.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { readInside, readLines, unreadFaults, unreadFolders, unreadLines, unreadPhrases } from './english-scope.mjs'

const root = new URL('../..', import.meta.url).pathname
const bookFolder = new URL('../shared/src/english/book/', import.meta.url).pathname
const han = /\p{Script=Han}/u

const read = (path) => readFileSync(root + path, 'utf8')
const filesOf = (folder) => readdirSync(root + folder, { recursive: true }).map((entry) => `${folder}/${entry}`)

/** Phrases with the place of their first text. */
export function phrases() {
  const found = new Map()
  const add = (text, place) => {
    const phrase = text.replace(/\s+/g, ' ').trim()
    if (han.test(phrase) && !unreadPhrases.has(phrase) && !found.has(phrase)) found.set(phrase, place)
  }
  for (const path of ['web/player/src', 'web/shared/src'].flatMap(filesOf)) {
    if (!/\.tsx?$/.test(path) || /\.(test|d)\.tsx?$/.test(path) || isUnread(path)) continue
    for (const { text, line } of ofTypeScript(path)) add(text, `${path}:${line}`)
  }
  for (const path of ['internal', 'sandbox'].flatMap(filesOf)) {
    if (!path.endsWith('.go') || path.endsWith('_test.go') || isUnread(path)) continue
    for (const { text, line } of ofGo(read(path), readLines[path])) add(text, `${path}:${line}`)
  }
  for (const { text, code } of faults()) add(text, `docs/faults.txt ${code}`)
  for (const { text, place } of shipped()) add(text, place)
  return found
}

/** The longest of the listed beginnings of a path decides. */
function isUnread(path) {
  const longest = (list) => Math.max(-1, ...list.filter((one) => path.startsWith(one)).map((one) => one.length))
  return longest(Object.keys(unreadFolders)) > longest(readInside)
}

/** The texts of a TypeScript file; `{0}` is the place of an expression inside of a template. */
function ofTypeScript(path) {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
  const texts = []
  const add = (node, text) =>
    texts.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 })
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    // Words that the search finds a page by are not shown.
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'words' && path.endsWith('search.zh-cn.ts')) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text)
    if (ts.isJsxText(node)) add(node, node.text)
    if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map((span, at) => `{${at}}${span.literal.text}`).join(''))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}

const goToken =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`[^`]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'|[\p{L}_][\p{L}\p{N}_]*|[0-9][\w.]*|[-+*/%&|^<>=!:]=|\+\+|--|&&|\|\||\S/gu

/** The texts of a Go file: a sum of strings and values is one text, as is a format. */
function ofGo(source, only) {
  const lines = source.split('\n')
  const tokens = []
  let line = 1
  let from = 0
  for (const match of source.matchAll(goToken)) {
    line += source.slice(from, match.index).split('\n').length - 1
    from = match.index
    if (!/^\/[/*]/.test(match[0])) tokens.push({ text: match[0], line })
  }
  const texts = []
  const shown = (at) => !unreadLines.test(lines[at - 1]) && (!only || only.test(lines[at - 1]))
  const add = (text, at) => {
    if (shown(at)) texts.push({ text, line: at })
  }
  const isWord = (token) => token !== undefined && /^[\p{L}_0-9]/u.test(token.text)
  const isText = (token) => token !== undefined && token.text.startsWith('"')

  /** Skips a bracket and what is in it, reading the texts there. */
  function bracket(at) {
    const [open, close] = tokens[at].text === '(' ? '()' : '[]'
    let depth = 0
    let end = at
    for (; end < tokens.length; end++) {
      if (tokens[end].text === open) depth++
      if (tokens[end].text === close && --depth === 0) break
    }
    scan(at + 1, end)
    return end + 1
  }

  /** The end of one operand, or its beginning where none is. */
  function operand(at) {
    if (isText(tokens[at])) return at + 1
    let end = at
    if (tokens[end]?.text === '(') end = bracket(end)
    else if (isWord(tokens[end])) end++
    else return at
    for (;;) {
      if (tokens[end]?.text === '.' && isWord(tokens[end + 1])) end += 2
      else if (tokens[end]?.text === '(' || tokens[end]?.text === '[') end = bracket(end)
      else return end
    }
  }

  /** Words around a value, which facts.go of a venue writes as wire.Around("before", value, " after"). */
  function around(at) {
    if (tokens[at].text === 'wire' && tokens[at + 1]?.text === '.') at += 2
    if (!/^(Around|named)$/.test(tokens[at].text) || tokens[at + 1]?.text !== '(' || !isText(tokens[at + 2])) return
    const value = at + 4
    const end = operand(value)
    if (tokens[end]?.text !== ',' || !isText(tokens[end + 1]) || tokens[end + 2]?.text !== ')') return
    const [before, after] = [tokens[at + 2], tokens[end + 1]].map((token) => JSON.parse(token.text))
    return { text: `${before}{0}${after}`, next: end + 3 }
  }

  function scan(start, stop) {
    for (let at = start; at < stop; ) {
      const token = tokens[at]
      if (token.text.startsWith('`')) {
        for (const [, , text] of token.text.matchAll(/\b(empty|wrong|space):"([^"]*)"/g)) add(text, token.line)
        at++
        continue
      }
      const words = around(at)
      if (words) {
        if (han.test(words.text)) add(words.text, token.line)
        at = words.next
        continue
      }
      let end = operand(at)
      if (end === at) {
        at++
        continue
      }
      const parts = [[at, end]]
      while (tokens[end]?.text === '+' && end < stop) {
        const next = operand(end + 1)
        if (next === end + 1) break
        parts.push([end + 1, next])
        end = next
      }
      // What is compared is not shown.
      const compared = /^(==|!=|case)$/.test(tokens[at - 1]?.text ?? '') || tokens[end]?.text === ':='
      let values = 0
      let text = ''
      let literal = false
      for (const [first, last] of parts) {
        const whole = isText(tokens[first]) && last === first + 1
        literal ||= whole && han.test(tokens[first].text)
        text += whole
          ? JSON.parse(tokens[first].text).replace(/%([sdvq%])/g, (_, verb) => (verb === '%' ? '%' : `{${values++}}`))
          : `{${values++}}`
      }
      if (literal && !compared) add(text, token.line)
      at = end
    }
  }
  scan(0, tokens.length)
  return texts
}

/** The failures that players may be told; `%s` and `%d` are places of values. */
function faults() {
  return read('docs/faults.txt')
    .split('\n')
    .map((line) => line.split(/ {2,}/))
    .filter(([code, , text]) => text && !unreadFaults.test(code))
    .map(([code, , text]) => {
      let values = 0
      return { code, text: text.replace(/%([sd%])/g, (_, verb) => (verb === '%' ? '%' : `{${values++}}`)) }
    })
}

/** The texts between the tags of a page; `{0}` is the place of a value that the template writes. */
function ofHtml(html) {
  return html
    .replace(/\{\{-? *(?:if|else|end|with|range|define|template)\b[^}]*\}\}/g, '<>')
    .split(/<[^>]*>/)
    .map((text) => {
      const places = []
      return text.replace(/\{\{[^}]*\}\}/g, (value) => {
        if (!places.includes(value)) places.push(value)
        return `{${places.indexOf(value)}}`
      })
    })
}

/** Names and articles that a new installation begins with. */
function shipped() {
  const texts = []
  const add = (place, ...list) => {
    for (const text of list) for (const one of String(text ?? '').split('\n')) texts.push({ text: one, place })
  }
  for (const line of read('internal/venue/shipped/venues.csv').split('\n').slice(1)) {
    add('internal/venue/shipped/venues.csv', line.split(',')[3])
  }
  for (const line of read('internal/venue/shipped/games.csv').split('\n').slice(1)) {
    add('internal/venue/shipped/games.csv', line.split(',')[3])
  }
  for (const { name, line } of JSON.parse(read('internal/content/shipped/promotions.json'))) {
    add('internal/content/shipped/promotions.json', name, line)
  }
  for (const { name, cities } of JSON.parse(read('internal/cashier/destination/regions.json')).provinces) {
    add('internal/cashier/destination/regions.json', name, ...cities.map((city) => city.split(' ')[1]))
  }
  const pages = filesOf('internal/content/shipped/blocks').filter((path) => path.endsWith('.html'))
  for (const path of [...pages, 'internal/site/promotion/page.html']) add(path, ...ofHtml(read(path)))
  const first = JSON.parse(read('internal/content/shipped/first.json'))
  for (const { title, text } of first.announcements) add('internal/content/shipped/first.json', title, text)
  for (const { text } of first.ticker) add('internal/content/shipped/first.json', text)
  for (const { title, line, button } of first.banners) add('internal/content/shipped/first.json', title, line, button)
  for (const { title, body } of JSON.parse(read('internal/content/shipped/help.json'))) {
    add('internal/content/shipped/help.json', title, ...body.map((line) => line.replace(/^(##|-) /, '')))
  }
  return texts
}

/** The book, and its phrases that stand in two files. */
export function book() {
  const entries = new Map()
  const twice = []
  for (const file of readdirSync(bookFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    for (const [chinese, english] of Object.entries(JSON.parse(readFileSync(bookFolder + file, 'utf8')))) {
      if (entries.has(chinese)) twice.push(chinese)
      entries.set(chinese, english)
    }
  }
  return { entries, twice }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const needed = phrases()
  const { entries, twice } = book()
  const missing = [...needed].filter(([phrase]) => !entries.has(phrase))
  const unused = [...entries.keys()].filter((phrase) => !needed.has(phrase))
  if (process.argv.includes('--missing')) {
    for (const [phrase] of missing) process.stdout.write(`  ${JSON.stringify(phrase)}: "",\n`)
  } else {
    for (const [phrase, place] of missing) process.stdout.write(`no English  ${place}  ${phrase}\n`)
    for (const phrase of unused) process.stdout.write(`no text     ${phrase}\n`)
    for (const phrase of twice) process.stdout.write(`twice       ${phrase}\n`)
    process.stdout.write(`${needed.size} phrases, ${missing.length} without English, ${unused.length} without a text\n`)
  }
  if (process.argv.includes('--check') && missing.length + unused.length + twice.length > 0) process.exit(1)
}
