import { text } from '../text/zh-cn'
import { ApiError, address, endSession } from './client'
import type { Uploaded, Wire } from './wire'

/** What a file is uploaded for; each kind has its own permission and bounds on the server. */
export type UploadKind = Exclude<Wire['SettingField']['upload'], ''>

interface SendOptions {
  /** From 0 to 1. */
  onProgress: (done: number) => void
  signal: AbortSignal
}

const maxName = 60

/** sendFile uploads a file and answers where it is served. It tells how far it came, which fetch cannot. */
export function sendFile(kind: UploadKind, file: File, { onProgress, signal }: SendOptions): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(`/uploads/${kind}`, { name: shortName(file.name) }))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'text'
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const body = parsed(request.responseText)
      if (request.status === 200 && typeof body.address === 'string') return resolve(body as unknown as Uploaded)
      if (request.status === 401) endSession()
      const message = typeof body.message === 'string' && body.message !== '' ? body.message : undefined
      reject(
        new ApiError(
          request.status,
          typeof body.code === 'string' ? body.code : `http.${request.status}`,
          message ?? text.error.byStatus(request.status),
        ),
      )
    }
    request.onerror = () => reject(new ApiError(0, 'network', text.upload.broken))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function parsed(body: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** shortName keeps the ending of a long name; signs that the server refuses are left out. */
function shortName(name: string): string {
  const plain = Array.from(name).filter((sign) => sign >= ' ')
  return (plain.length > maxName ? plain.slice(-maxName) : plain).join('').trim()
}
