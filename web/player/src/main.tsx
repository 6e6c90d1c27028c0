import './styles.css'
import { ApiError } from '@shared/api/api-error'
import { boot } from '@shared/boot'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import { chooseForm } from './shell/choose-form'
import { CrashGuard } from './shell/crash-guard'

const form = chooseForm()
document.documentElement.dataset.form = form
document.title = boot.siteName

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only an answer that never came is asked for again.
      retry: (count, error) => count < 1 && (!(error instanceof ApiError) || error.unanswered),
    },
    // What is clicked without a network fails at once and says so. It is never kept back to run later by itself: by then
    // the player may have done it another way.
    mutations: { retry: false, networkMode: 'always' },
  },
})

async function start() {
  const { Site } = form === 'h5' ? await import('./routes.h5') : await import('./routes.desktop')
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <CrashGuard>
      <QueryClientProvider client={queries}>
        <HashRouter>
          <Site />
        </HashRouter>
      </QueryClientProvider>
    </CrashGuard>,
  )
}

// A chunk that a new release took away: the page is loaded afresh, once.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem('reloadedForRelease')) return
  sessionStorage.setItem('reloadedForRelease', '1')
  event.preventDefault()
  window.location.reload()
})

void start()
