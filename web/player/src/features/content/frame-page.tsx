import { boot } from '@shared/boot'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { SafeFrame } from '../../ui/safe-frame'
import { frameTarget } from './frame-address'
import { useFrameText } from './use-frame-text'

/** Shows a page full-size (NAV-12): of this site, or of a host on the operator's list. Anything else is refused. */
export default function FramePage() {
  const [query] = useSearchParams()
  const target = frameTarget(query.get('x') ?? '', boot.frames, window.location.origin)
  if (target.kind === 'refused') return <Refused />
  if (target.kind === 'own') return <Navigate to={target.route} replace />
  return <Framed key={target.href} href={target.href} host={target.host} />
}

function Refused() {
  const text = useFrameText()
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <StateArt state="error" size={176} />
      <h1 className="pt-2 text-2xl font-semibold h5:text-xl">{text.refused}</h1>
      <p className="max-w-md text-soft">{text.refusedLine}</p>
      <Link to={paths.home} className="btn btn-gold mt-4 h5:min-h-11">
        {text.home}
      </Link>
    </main>
  )
}

function Framed({ href, host }: { href: string; host: string }) {
  const text = useFrameText()
  const back = useWayBack()
  const [attempt, setAttempt] = useState(0)
  return (
    <main className="relative flex h-dvh flex-col bg-ink">
      {/* Above the page on the desktop, where it covers no word of it; over its foot on the phone, near the thumb. */}
      <button
        type="button"
        onClick={back}
        aria-label={text.backFrom(host)}
        className="m-2 flex min-h-11 max-w-[min(20rem,calc(100%-2rem))] items-center gap-2 self-start rounded-full border border-line bg-ink/90 pr-4 pl-3 text-sm text-soft hover:border-gold hover:text-text h5:absolute h5:bottom-[calc(1rem+env(safe-area-inset-bottom))] h5:left-4 h5:z-10 h5:m-0 h5:shadow-lg h5:shadow-black/50 h5:backdrop-blur"
      >
        <svg
          width="18"
          height="18"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M15 5l-7 7 7 7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        {text.back}
        <span aria-hidden="true" className="truncate border-l border-line pl-2 text-mute">
          {host}
        </span>
      </button>
      <SafeFrame
        key={attempt}
        src={href}
        title={text.title(host)}
        sandbox="allow-scripts allow-forms allow-popups"
        className="flex-1"
        slow={
          <div role="alert" className="grid justify-items-center gap-3 p-6 text-center">
            <StateArt state="offline" size={176} />
            <p className="text-soft">{text.slow(host)}</p>
            <div className="flex gap-3 pt-2">
              <Button onClick={() => setAttempt(attempt + 1)}>{text.retry}</Button>
              <Button look="line" onClick={back}>
                {text.back}
              </Button>
            </div>
          </div>
        }
      />
    </main>
  )
}

/** One step back; from the first page of a visit, home. */
function useWayBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(paths.home) : navigate(-1))
}
