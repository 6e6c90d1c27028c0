import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite.precompress'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const common =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\/|shared\/src\/(boot|clock|ids|money|session|text)\.ts|shared\/src\/api\/|player\/src\/(main|pages|paths)\.tsx?$|player\/src\/shell\/[\w-]+\.tsx?$|player\/src\/shell\/text\/zh-cn|player\/src\/ui\/(toast\.ts|site-form|open-later|art\/logo|icons\/)/
const onDemand =
  /dialog|menu|soon-page|account-layout|account-links|top-info-bar|desktop-layout|use-scrolled|use-hover-panel|account-bar|logout/
const parts = /player\/src\/ui\/(?!dialog|confirm-dialog|toaster|art\/category)/

/**
 * What every first visit needs is one file, because one file packs far smaller than its parts; the small components of
 * the pages are a second one. Everything else splits by page, as its imports say.
 */
function chunkOf(id: string): string | null {
  if (common.test(id) && !onDemand.test(id)) return 'common'
  return parts.test(id) ? 'parts' : null
}

export default defineConfig({
  root: here('./player'),
  resolve: { alias: { '@shared': here('./shared/src') } },
  plugins: [react(), tailwindcss(), precompress()],
  build: {
    outDir: here('./dist/player'),
    emptyOutDir: true,
    target: 'es2022',
    // Every browser this target names can preload modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf, minSize: 0 }] } } },
  },
  server: { proxy: { '/common': 'http://127.0.0.1:8080' } },
})
