import { writeFrame } from '@shared/language'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { followHeight } from './frame-height'
import { Spinner } from './spinner'
import { useUiText } from './use-ui-text'

/** How long a page may take before the player is told and offered a way out. */
export const frameWaitMs = 15_000

/** Whether a sandbox gives a page both rights by which it could leave it. */
const escapes = (sandbox: string) =>
  ['allow-scripts', 'allow-same-origin'].every((right) => sandbox.toLowerCase().split(/\s+/).includes(right))

interface Props {
  src: string
  title: string
  /**
   * The rights of the framed page. Those of scripts and of this site's origin together would let it take its sandbox
   * off, so they are refused (trust T5).
   */
  sandbox: string
  className?: string
  /**
   * The frame is as high as its page, so that only the page around it scrolls. It needs a page of this site, and
   * allow-same-origin in its sandbox. Any other page keeps the height of className and scrolls by itself.
   */
  whole?: boolean
  /** Shown over the frame when it did not load in time. */
  slow: ReactNode
}

/** A page in a sandbox: a sign while it loads, a word when it does not. Its place is the same in every state. */
export function SafeFrame({ src, title, sandbox, className = '', whole = false, slow }: Props) {
  const text = useUiText()
  const [state, setState] = useState<'waiting' | 'slow' | 'loaded'>('waiting')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'slow' : now)), frameWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const loaded = state === 'loaded'
  useEffect(() => {
    const element = frame.current
    if (!loaded || !whole || !element) return
    if (element.contentDocument) writeFrame(element.contentDocument)
    return followHeight(element, setHeight)
  }, [loaded, whole])
  if (escapes(sandbox)) throw new Error(`SafeFrame: a page with "${sandbox}" could leave its sandbox`)
  return (
    <div
      className={`relative ${className}`}
      style={height ? { height, minHeight: 0, boxSizing: 'content-box' } : undefined}
    >
      <iframe
        ref={frame}
        src={src}
        title={title}
        sandbox={sandbox}
        allow=""
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
        className={`absolute inset-0 size-full transition-opacity duration-200 ${loaded ? '' : 'opacity-0'}`}
      />
      {state === 'waiting' && (
        <div role="status" aria-label={text.loading} className="absolute inset-0 grid place-items-center text-gold">
          <Spinner size={28} />
        </div>
      )}
      {state === 'slow' && <div className="absolute inset-0 grid place-items-center overflow-auto">{slow}</div>}
    </div>
  )
}
