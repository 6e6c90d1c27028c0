import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The running sandbox that the development server asks: `make run`, or `bin/sandbox`. */
const sandbox = process.env.HONGYUN_SANDBOX ?? 'http://127.0.0.1:8090'

/** The games of the simulated venues. They are embedded in bin/sandbox and bin/demo, never in bin/hongyun. */
export default defineConfig({
  root: here('./games'),
  base: '/play/',
  resolve: { alias: { '@shared': here('./shared/src') } },
  plugins: [react()],
  build: { outDir: here('./games/dist'), emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  server: { proxy: { '/play/s': sandbox, '/play/fun': sandbox, '/play/enter': sandbox } },
})
