import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './vite.precompress'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The house that answers while pages are worked on; its pictures may come from the player site's own server.
const house = process.env.HONGYUN_ADMIN ?? 'http://127.0.0.1:8081'
const art = process.env.HONGYUN_PLAYER ?? house

export default defineConfig({
  root: here('./admin'),
  resolve: { alias: { '@shared': here('./shared/src') } },
  plugins: [react(), precompress()],
  build: { outDir: here('./dist/admin'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2500 },
  server: { proxy: { '/admin/v1': house, '/promotion.css': house, '/art': art } },
})
