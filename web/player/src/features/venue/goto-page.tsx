import { messageOf } from '@shared/api/api-error'
import { api } from '@shared/api/player-client'
import { clearLogin, loginInfo } from '@shared/session'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../paths'
import { EmptyArt } from '../../ui/art/empty-art'
import { LogoMark } from '../../ui/art/logo'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { toast } from '../../ui/toast'
import { useVenueText } from './use-venue-text'

/** What the launcher's address asks for (LNCH-01): only the _new launch says its language, the others are zh-CN. */
export function launchOf(query: URLSearchParams) {
  const kind = query.get('launch') ?? ''
  const fisher = kind === 'fisherGamePlatformLaunch'
  const known = fisher || kind === 'gamePlatformLaunch' || kind === 'gamePlatformLaunch_new'
  const platformId = query.get('platformId') ?? ''
  if (!known || platformId === '') return null
  return {
    platformId,
    gameId: (fisher ? (query.get('gameCode') ?? query.get('gameId')) : query.get('gameId')) ?? '',
    mode: query.get('mode') ?? '',
    language: kind === 'gamePlatformLaunch_new' ? (query.get('language') ?? '') : 'zh-CN',
  }
}

/** Opens a game: a loading sign, then the game's own address (LNCH-02). */
export default function GotoPage() {
  const text = useVenueText()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [fault, setFault] = useState('')
  const started = useRef(false)

  const start = async () => {
    const wanted = launchOf(query)
    const { Ticket, PlayerName } = loginInfo()
    if (!Ticket || !wanted) {
      toast('error', text.illegal)
      setFault(text.illegal)
      window.setTimeout(() => {
        if (!Ticket) clearLogin()
        void navigate(paths.home, { replace: true })
      }, 2000)
      return
    }
    try {
      const { ResultMessage: address } = await api.call('POST /v1/Do/CallPlatformLoginToAction', {
        ...wanted,
        playerName: PlayerName,
        HomeUrl: window.location.host,
      })
      if (!/^https?:\/\//i.test(address)) throw new Error(text.launchFailed)
      window.location.replace(address)
    } catch (error) {
      const message = messageOf(error) || text.launchFailed
      toast('error', message)
      setFault(message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one launch a page load; it may move money
  useEffect(() => {
    if (started.current) return
    started.current = true
    void start()
  }, [])

  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 p-6 text-center">
      {fault ? (
        <>
          <EmptyArt broken />
          <h1 className="text-lg">{fault}</h1>
          <div className="flex gap-3">
            <Button look="line" onClick={() => void navigate(paths.home, { replace: true })}>
              {text.back}
            </Button>
            {fault !== text.illegal && (
              <Button
                onClick={() => {
                  setFault('')
                  void start()
                }}
              >
                {text.retry}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <LogoMark size={72} />
          <h1 role="status" className="flex items-center gap-3 text-lg text-gold-soft">
            <Spinner size={22} />
            {text.loading}
          </h1>
        </>
      )}
    </main>
  )
}
