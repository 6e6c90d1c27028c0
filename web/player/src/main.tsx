import './styles.css'
import { boot } from '@shared/boot'
import { language } from '@shared/language'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import { watchLaunches } from './features/venue/launch-mark'
import { chooseForm, leaveForH5Host } from './shell/choose-form'
import { CrashGuard } from './shell/crash-guard'
import { answerPending } from './shell/held-queries'

const form = chooseForm()
document.documentElement.dataset.form = form
document.title = boot.siteName

async function start() {
  // Without its part the page is shown in Simplified Chinese: that is better than an empty page.
  if (language() === 'zh-TW') {
    const hant = await import('@shared/hant/page').catch(() => undefined)
    hant?.showTraditional()
  } else if (language() === 'en') {
    await import('./english').catch(() => undefined)
  }
  const { Site } = form === 'h5' ? await import('./routes.h5') : await import('./routes.desktop')
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <CrashGuard>
      <HashRouter>
        <Site />
      </HashRouter>
    </CrashGuard>,
  )
}

// A new release removed a chunk: the page is reloaded once. It is not reloaded offline, where nothing would
// come, nor while an answer is awaited. A reload would lose the answer, and the player might send the request
// again.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine || answerPending() || sessionStorage.getItem('reloadedForRelease')) return
  sessionStorage.setItem('reloadedForRelease', '1')
  event.preventDefault()
  window.location.reload()
})

watchLaunches()
if (!leaveForH5Host()) void start()
if (boot.cached) void import('./pwa/fresh-boot').then(({ askServer }) => askServer())

// The code of the messages comes once the first seconds are over. When a message is needed the network may be gone, or
// a new release may have removed the file.
window.addEventListener('load', () => setTimeout(() => import('./ui/toaster').catch(() => undefined), 6000))

// One visit of ten says how fast it felt, once it has nothing better to do.
if (import.meta.env.PROD && Math.random() < 0.1) {
  window.addEventListener('load', () => {
    setTimeout(() => void import('./vitals').then(({ watchVitals }) => watchVitals()), 3000)
  })
}
