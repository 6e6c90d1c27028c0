import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootOfHouse } from './vite.boot'
import { chunkOf } from './vite.chunks'
import { preactForReact } from './vite.preact'
import { precompress } from './vite.precompress'
import { slimRouter } from './vite.router'
import { startPage } from './vite.start'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The running house that the development server asks: `make run`, or another one. */
const house = process.env.HONGYUN_HOUSE ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: here('./player'),
  resolve: { alias: [{ find: '@shared', replacement: here('./shared/src') }, ...preactForReact] },
  plugins: [react(), tailwindcss(), slimRouter(), startPage(), precompress(), bootOfHouse(house)],
  build: {
    outDir: here('./dist/player'),
    emptyOutDir: true,
    target: 'es2022',
    // Every browser this target names can preload modules by itself. The page asks for what a visit begins with
    // (vite.start.ts); a chunk that asked for its own imports would cost more time than it saves.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    // The router has parts that need what only React has; none of them is used here (H-449).
    rolldownOptions: {
      shimMissingExports: true,
      output: { codeSplitting: { groups: [{ name: chunkOf, minSize: 0 }] } },
    },
  },
  server: { proxy: { '/common': house, '/promotion': house } },
})
