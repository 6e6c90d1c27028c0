import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client'
import { sendFile, type UploadKind } from '../api/upload'
import type { Uploaded } from '../api/wire'
import { Alert, Button, Flex, Progress } from '../kit'
import { text } from '../text/zh-cn'

const words = text.upload

interface Rule {
  megabytes: number
  accept: string
  fits: (file: File) => boolean
  wrong: string
}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const picture: Rule = {
  megabytes: 5,
  accept: pictureTypes.join(','),
  fits: (file) => file.type === '' || pictureTypes.includes(file.type),
  wrong: words.wrongType.picture,
}

/** rules are the server's bounds, told before a file is sent in vain. The server looks into the file. */
const rules: Record<UploadKind, Rule> = {
  picture,
  payment: picture,
  brand: picture,
  package: {
    megabytes: 200,
    accept: '.apk,application/vnd.android.package-archive',
    fits: (file) => file.name.toLowerCase().endsWith('.apk'),
    wrong: words.wrongType.package,
  },
}

interface FileUploadProps {
  kind: UploadKind
  /** The address of the file, as the server gave it; an older address of the site is shown too. */
  value?: string
  onChange?: (address: string) => void
  id?: string
  disabled?: boolean
  /** Offers to go without a file. */
  clearable?: boolean
  /** Leaves the picture out, where the page shows it already. */
  noPreview?: boolean
}

type State =
  | { at: 'rest' }
  | { at: 'sending'; done: number }
  | { at: 'failed'; message: string; file?: File }
  | { at: 'stored'; file: Uploaded }

/**
 * FileUpload chooses a file, sends it and hands on its address. What was chosen before stays until a new file
 * is stored. It fits into a Form.Item.
 */
export function FileUpload({ kind, value, onChange, id, disabled, clearable, noPreview }: FileUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const underway = useRef<AbortController>(undefined)
  const [state, setState] = useState<State>({ at: 'rest' })
  const rule = rules[kind]
  useEffect(() => () => underway.current?.abort(), [])

  const send = async (file: File) => {
    const problem = problemOf(file, rule)
    if (problem !== undefined) return setState({ at: 'failed', message: problem })
    underway.current?.abort()
    const control = new AbortController()
    underway.current = control
    const mine = (next: State) => {
      if (underway.current === control) setState(next)
    }
    setState({ at: 'sending', done: 0 })
    try {
      const stored = await sendFile(kind, file, {
        onProgress: (done) => mine({ at: 'sending', done }),
        signal: control.signal,
      })
      mine({ at: 'stored', file: stored })
      onChange?.(stored.address)
    } catch (error) {
      if (control.signal.aborted) return mine({ at: 'rest' })
      mine({ at: 'failed', message: error instanceof ApiError ? error.message : words.broken, file })
    }
  }

  const sending = state.at === 'sending'
  return (
    <Flex vertical gap={8} className="file-upload" aria-busy={sending}>
      {!noPreview && kind !== 'package' && value?.startsWith('/') && <Preview key={value} address={value} />}
      <Flex gap={8} wrap align="center">
        {sending ? (
          <Button onClick={() => underway.current?.abort()}>{words.cancel}</Button>
        ) : (
          <Button id={id} disabled={disabled} onClick={() => input.current?.click()}>
            {words.choose[kind]}
          </Button>
        )}
        {clearable && value && !sending && (
          <Button
            type="text"
            disabled={disabled}
            onClick={() => {
              setState({ at: 'rest' })
              onChange?.('')
            }}
          >
            {words.remove}
          </Button>
        )}
        <span className="muted small" role="status">
          {said(state, kind, value)}
        </span>
      </Flex>
      {sending && <Progress percent={Math.round(state.done * 100)} size="small" showInfo={false} />}
      {state.at === 'failed' && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={state.message}
          action={
            state.file && (
              <Button size="small" onClick={() => state.file && void send(state.file)}>
                {words.retry}
              </Button>
            )
          }
        />
      )}
      <input
        ref={input}
        type="file"
        accept={rule.accept}
        aria-label={words.choose[kind]}
        style={{ display: 'none' }} // a form of antd shows it in spite of hidden
        onChange={(event) => {
          const picked = event.target.files?.[0]
          event.target.value = '' // the same file may be chosen again
          if (picked) void send(picked)
        }}
      />
    </Flex>
  )
}

function problemOf(file: File, rule: Rule): string | undefined {
  if (!rule.fits(file)) return rule.wrong
  if (file.size === 0) return words.empty
  return file.size > rule.megabytes << 20 ? words.tooLarge(rule.megabytes) : undefined
}

function said(state: State, kind: UploadKind, value: string | undefined): string {
  if (state.at === 'sending') return state.done < 1 ? words.sending(Math.floor(state.done * 100)) : words.storing
  // Another file may have been chosen since, by its address.
  if (state.at !== 'stored' || state.file.address !== value) return words.hint[kind]
  const { width, height, size } = state.file
  return words.done(width > 0 ? words.pixels(width, height, sizeOf(size)) : sizeOf(size))
}

function sizeOf(bytes: number): string {
  return bytes < 1 << 20 ? `${Math.max(1, Math.round(bytes / 1024))}KB` : `${(bytes / (1 << 20)).toFixed(1)}MB`
}

function Preview({ address }: { address: string }) {
  const [lost, setLost] = useState(false)
  if (lost) return <span className="muted small">{words.lost}</span>
  return <img src={address} alt={words.preview} className="file-preview" onError={() => setLost(true)} />
}
