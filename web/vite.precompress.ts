import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const textFile = /\.(js|css|svg|json|webmanifest|txt)$/

/**
 * Writes a .br and a .gz twin beside every text file of the build, so that the server only picks one and never
 * compresses while a player waits. index.html gets none: the server writes boot data into it.
 *
 * It hangs on writeBundle and not on closeBundle: closeBundle also runs after a failed build and hides its error.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle(options) {
      if (!options.dir) return
      for (const path of filesUnder(options.dir)) {
        if (!textFile.test(path)) continue
        const content = readFileSync(path)
        // Below one packet's worth there is nothing to win.
        if (content.length < 1024) continue
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesUnder(path) : [path]
  })
}
