import { quietly } from '@shared/api/quietly'
import { useLogin } from '@shared/session'
import { lazy, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPushPlayer } from '../features/push/push-player'
import { paths } from '../paths'
import { LogoMark } from '../ui/art/logo'
import { Optional } from '../ui/optional'
import { hinted, install, mayHint, useInstallWay } from './install'
import { watchRelease } from './release'
import { usePwaText } from './use-pwa-text'
import { mayRegister, startWorker, takeRelease } from './worker'

const InstallSheet = lazy(() => import('./install-sheet'))

/** Pages on which a hint does not disturb: no money is moved and no form is filled in there. */
const calmPages = [paths.home, paths.mine].map((path) => path.toLowerCase())
const lookEveryMs = 5000

/**
 * The worker that caches the site for the next visit, and a bar above the tabs. The bar announces a new
 * release, and now and then offers the home screen.
 */
export default function PwaBar() {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    if (mayRegister(import.meta.env.PROD, window.location) && 'serviceWorker' in navigator) void startWorker()
  }, [])
  useEffect(() => watchRelease(() => setNew(true)), [])
  usePush()
  return isNew ? <NewRelease /> : <InstallHint />
}

/** A tap on a notification opens the messages in the window that is there, and web push goes on after a new login. */
function usePush() {
  const navigate = useNavigate()
  const { Ticket, PlayerName } = useLogin()
  useEffect(() => {
    const workers = navigator.serviceWorker
    const open = ({ data, ports }: MessageEvent) => {
      if (data !== 'open inbox') return
      // Without an answer the worker loads the page anew.
      ports[0]?.postMessage('opened')
      void navigate(paths.inbox)
    }
    workers?.addEventListener('message', open)
    return () => workers?.removeEventListener('message', open)
  }, [navigate])
  useEffect(() => {
    if (!Ticket || !isPushPlayer(PlayerName)) return
    import('../features/push/push-calls')
      .then(({ renewPush }) => renewPush())
      .catch((error) => quietly('web push', error))
  }, [Ticket, PlayerName])
}

const above = 'fixed inset-x-3 bottom-[calc(5.25rem+env(safe-area-inset-bottom))] z-30 mx-auto animate-rise'

function NewRelease() {
  const text = usePwaText()
  const [busy, setBusy] = useState(false)
  const take = () => {
    setBusy(true)
    void takeRelease()
  }
  return (
    <div role="status" className={`${above} w-fit`}>
      <button type="button" disabled={busy} onClick={take} className="btn btn-gold min-h-11 rounded-full shadow-lg">
        {text.newRelease}
      </button>
    </div>
  )
}

function InstallHint() {
  const text = usePwaText()
  const way = useInstallWay()
  const { pathname } = useLocation()
  const [shown, setShown] = useState(false)
  const [steps, setSteps] = useState(false)
  const calm = calmPages.includes(pathname.toLowerCase())

  useEffect(() => {
    if (!way || !calm || shown) return
    const look = () => {
      // Over an open sheet it would lie hidden and be counted as seen.
      if (document.querySelector('[role="dialog"]') || !mayHint(performance.now(), Date.now())) return
      hinted(Date.now())
      setShown(true)
    }
    const timer = window.setInterval(look, lookEveryMs)
    return () => window.clearInterval(timer)
  }, [way, calm, shown])

  const close = () => {
    setSteps(false)
    setShown(false)
  }
  if (!shown || !way || !calm) return null
  const go = () => {
    if (way !== 'prompt') return setSteps(true)
    close()
    void install()
  }
  return (
    <>
      <section
        aria-label={way === 'wechat' ? text.weChatTitle : text.installTitle}
        className={`${above} flex max-w-md items-center gap-3 rounded-2xl border border-gold/40 bg-raised py-2 pr-1 pl-3 shadow-2xl shadow-black/60`}
      >
        <LogoMark size={36} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{way === 'wechat' ? text.weChatTitle : text.installTitle}</p>
          <p className="truncate text-xs text-soft">{way === 'wechat' ? text.weChatLine : text.installLine}</p>
        </div>
        <button type="button" onClick={go} className="btn btn-gold min-h-11 shrink-0 px-3 text-sm">
          {way === 'prompt' ? text.install : text.how}
        </button>
        <button
          type="button"
          aria-label={text.close}
          onClick={close}
          className="grid size-11 shrink-0 place-items-center text-xl text-mute"
        >
          <span aria-hidden="true">×</span>
        </button>
      </section>
      {steps && way !== 'prompt' && (
        <Optional>
          <InstallSheet way={way} onClose={close} />
        </Optional>
      )}
    </>
  )
}
