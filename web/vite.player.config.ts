import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite.precompress'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('./player'),
  resolve: { alias: { '@shared': here('./shared/src') } },
  plugins: [react(), tailwindcss(), precompress()],
  build: { outDir: here('./dist/player'), emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/common': 'http://127.0.0.1:8080' } },
})
