import { ApiError } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { quietly, wentUnheard } from '@shared/api/quietly'
import type { Answer } from '@shared/api/wire'
import { clearLogin, loginInfo } from '@shared/session'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { launchMark, spendLaunchMark } from './launch-mark'
import { launchOf, mayVisit } from './launch-rules'
import { useLauncherText } from './use-launcher-text'

/** asking: no click of ours announced this launch, so it waits for a tap. refused: nobody is logged in, or nonsense. */
type Phase = 'refused' | 'asking' | 'loading' | 'failed'

/** What the server said of a launch that failed; '' for nothing, and then it is the documented sentence (LNCH-02). */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const { Message, ErrorMessage, ResultMessage } = (error.body ?? {}) as Partial<Answer> & { Message?: string }
  return Message || ErrorMessage || ResultMessage || (error.status === 401 ? error.message : '')
}

/** One visit of the launcher: what it shows, and what the player may do about it. */
export function useLaunch() {
  const text = useLauncherText()
  const navigate = useNavigate()
  const location = useLocation()
  const [query] = useSearchParams()
  const address = location.pathname + location.search
  const wanted = launchOf(query)
  const [{ phase, fault, name }, show] = useState((): { phase: Phase; fault: string; name: string } => {
    const mark = launchMark(address)
    const legal = wanted !== null && loginInfo().Ticket !== ''
    return { phase: !legal ? 'refused' : mark ? 'loading' : 'asking', fault: '', name: mark?.name ?? '' }
  })

  useProcessing(phase === 'loading')

  const open = async () => {
    if (!wanted) return
    show((now) => ({ ...now, phase: 'loading', fault: '' }))
    try {
      const { ResultMessage } = await api.call('POST /v1/Do/CallPlatformLoginToAction', {
        ...wanted,
        playerName: loginInfo().PlayerName,
        HomeUrl: window.location.host,
      })
      if (!mayVisit(ResultMessage)) throw new Error(text.launchFailed)
      window.location.replace(ResultMessage)
    } catch (error) {
      const fault = wordsOf(error) || text.launchFailed
      if (wentUnheard(error)) quietly('launch', error)
      // A network that failed gets no popup (ERR-04): the page says that nothing was opened, and offers another try.
      if (!(error instanceof ApiError && error.unanswered)) toast('error', fault)
      show((now) => ({ ...now, phase: 'failed', fault }))
    }
  }

  const goHome = () => void navigate(paths.home, { replace: true })

  const started = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one launch a page load; it may move money
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (phase === 'loading') {
      spendLaunchMark(address)
      void open()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is said once
  useEffect(() => {
    if (phase !== 'refused') return
    toast('error', text.illegal)
    const timer = window.setTimeout(() => {
      // A player who followed a broken link is still logged in.
      if (!loginInfo().Ticket) clearLogin()
      goHome()
    }, 2000)
    return () => window.clearTimeout(timer)
  }, [phase])

  return { phase, fault, name, platformId: wanted?.platformId ?? '', open: () => void open(), goHome }
}
