import { ApiError } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { type Balance, balanceQuery } from '@shared/api/queries'
import { quietly, wentUnheard } from '@shared/api/quietly'
import type { Answer } from '@shared/api/wire'
import { clearLogin, loginInfo } from '@shared/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { toast } from '../../ui/toast'
import { useProcessing } from '../../ui/use-processing'
import { launchKey, spendLaunchKey } from './launch-key'
import { launchMark, spendLaunchMark } from './launch-mark'
import { launchOf, mayVisit } from './launch-rules'
import { gameOpened } from './opened-games'
import { useLauncherText } from './use-launcher-text'

/**
 * The phases of a launch. Asking: it had no click of ours, so it waits for a tap. Choosing: the first launch
 * asks how much money goes along. Elsewhere: the player's money is in other venues, and none would go along. Pending: the game is open, and the venue has not confirmed the money yet.
 * Refused: no player is logged in, or the address is invalid.
 */
type Phase = 'refused' | 'asking' | 'choosing' | 'elsewhere' | 'loading' | 'pending' | 'failed'

interface Shown {
  phase: Phase
  fault: string
  name: string
  /** The name that the click gave the launch, until it was used. */
  clicked: string
}

/** How long it is said that the money is still on its way, before the game comes. */
export const pendingMs = 3000

/** A player with less than this has nothing that could go along: transfers are whole yuan. */
const leastFen = 100

/** The money that a launch on that platform would not bring along, for it is in other venues. */
export const inOthers = ({ venues }: Balance, platformId: string) =>
  venues.filter(({ code, fen }) => code !== platformId && fen >= leastFen)

function questionOf(balance: Balance, platformId: string): 'choosing' | 'elsewhere' | undefined {
  const { launch, centreFen, venues } = balance
  if (launch.brings === 'unasked') return centreFen >= leastFen ? 'choosing' : undefined
  const there = venues.find(({ code }) => code === platformId)?.fen ?? 0
  const empty = centreFen < leastFen && there < leastFen
  return launch.brings !== 'nothing' && empty && inOthers(balance, platformId).length > 0 ? 'elsewhere' : undefined
}

/**
 * The server's sentence for a failed launch; '' for none, and then it is the documented sentence (LNCH-02).
 */
function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const { Message, ErrorMessage, ResultMessage } = (error.body ?? {}) as Partial<Answer> & { Message?: string }
  return Message || ErrorMessage || ResultMessage || (error.status === 401 ? error.message : '')
}

/** One visit of the launcher: what it shows, and what the player may do about it. */
export function useLaunch() {
  const text = useLauncherText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const location = useLocation()
  const [query] = useSearchParams()
  const address = location.pathname + location.search
  const wanted = launchOf(query)
  const [{ phase, fault, name, clicked }, show] = useState((): Shown => {
    const mark = launchMark(address)
    const legal = wanted !== null && loginInfo().Ticket !== ''
    const phase = !legal ? 'refused' : mark ? 'loading' : 'asking'
    return { phase, fault: '', name: mark?.name ?? '', clicked: mark?.id ?? '' }
  })
  const [balance, setBalance] = useState<Balance>()
  const [game, setGame] = useState('')
  const busy = useRef(false)
  const asked = useRef(false)

  useProcessing(phase === 'loading')

  const enter = (address: string) => {
    gameOpened()
    window.location.replace(address)
  }

  /**
   * Finds the question to ask before this visit's first try: how much a launch brings, or whether the money in other
   * venues comes back first. Without an answer of the server there is none.
   */
  const question = async () => {
    if (asked.current) return undefined
    asked.current = true
    const read = await queries.fetchQuery({ ...balanceQuery, staleTime: 0, retry: false }).catch(() => undefined)
    setBalance(read)
    return read && questionOf(read, wanted?.platformId ?? '')
  }

  const send = async () => {
    if (!wanted) return
    try {
      const { ResultMessage, BroughtPending } = await api.call(
        'POST /v1/Do/CallPlatformLoginToAction',
        { ...wanted, playerName: loginInfo().PlayerName, HomeUrl: window.location.host },
        { key: launchKey(address, clicked) },
      )
      spendLaunchKey(address)
      if (!mayVisit(ResultMessage)) throw new Error(text.launchFailed)
      if (!BroughtPending) return enter(ResultMessage)
      setGame(ResultMessage)
      show((now) => ({ ...now, phase: 'pending' }))
    } catch (error) {
      // A launch without a clear result keeps its key, and a second try brings no money twice.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) {
        spendLaunchKey(address)
        show((now) => ({ ...now, clicked: '' }))
      }
      const fault = wordsOf(error) || text.launchFailed
      if (wentUnheard(error)) quietly('launch', error)
      // A network that failed gets no popup (ERR-04): the page says that nothing was opened, and offers another try.
      if (!(error instanceof ApiError && error.unanswered)) toast('error', fault)
      show((now) => ({ ...now, phase: 'failed', fault }))
    }
  }

  const open = async () => {
    if (!wanted || busy.current) return
    busy.current = true
    show((now) => ({ ...now, phase: 'loading', fault: '' }))
    const phase = await question()
    if (phase) show((now) => ({ ...now, phase }))
    else await send()
    busy.current = false
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address is there
  useEffect(() => {
    if (phase !== 'pending') return
    const timer = window.setTimeout(() => enter(game), pendingMs)
    return () => window.clearTimeout(timer)
  }, [phase, game])

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

  return {
    phase,
    fault,
    name,
    balance,
    platformId: wanted?.platformId ?? '',
    open: () => void open(),
    enter: () => enter(game),
    goHome,
  }
}
