import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** What each form of the site loads for every page, and for the pages that most visits begin with. */
const firstModules: Record<string, string | string[]> = {
  desktop: 'routes.desktop',
  h5: 'routes.h5',
  'desktop /': ['shell/pages/home-desktop', 'features/lobby/home-games'],
  'h5 /': ['shell/pages/home-phone', 'features/lobby/home-games'],
  '/login': 'features/player/login-page',
  '/register': 'features/player/register-page',
  '/deposit': 'features/cashier/deposit-page',
  '/activity': 'features/promo/promo-list-page',
  '/egame': 'features/slot/slot-page',
}

/**
 * Makes the built index page paint before its style sheet and its scripts are here: it tells the page's own script
 * which chunks to ask for at once, and puts the style sheet behind what is painted first. Module scripts wait for it,
 * so nothing is ever shown without style.
 */
export function startPage(): Plugin {
  return {
    name: 'start-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const sheets: string[] = []
        const page = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.push(sheet.trim())
          return ''
        })
        const chunks = JSON.stringify(chunksOf(Object.values(bundle ?? {}).filter(isChunk), html))
        return page
          .replace(/<!--(?!boot-->|chunks-->|styles-->).*?-->\s*/gs, '')
          .replace('<!--chunks-->', `<script id="chunks" type="application/json">${chunks}</script>`)
          .replace('<!--styles-->', sheets.join('\n    '))
      },
    },
  }
}

const isChunk = (file: { type: string }): file is Chunk => file.type === 'chunk'

/** By form and route, the files that the page does not name already. */
function chunksOf(all: Chunk[], html: string): Record<string, string[]> {
  const byFile = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const needs = (file: string, seen: Set<string>) => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const next of byFile.get(file)?.imports ?? []) needs(next, seen)
    return seen
  }
  const filesOf = (name: string) => {
    const chunk = all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/player/src/${name}.tsx`)))
    if (!chunk) throw new Error(`vite.start.ts names ${name}.tsx, and no chunk holds it`)
    return [...needs(chunk.fileName, new Set())].map((file) => `/${file}`).filter((file) => !html.includes(`"${file}"`))
  }
  const everyPage = filesOf('routes.desktop').filter((file) => filesOf('routes.h5').includes(file))
  return Object.fromEntries(
    Object.entries(firstModules).map(([key, name]) => {
      const files = [...new Set([name].flat().flatMap(filesOf))]
      return [key, key.includes('/') ? files.filter((file) => !everyPage.includes(file)) : files]
    }),
  )
}
