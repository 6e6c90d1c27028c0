import { ApiError, messageOf } from '@shared/api/api-error'
import { quietly } from '@shared/api/quietly'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Button } from '../../ui/button'
import { pageHeld } from '../../ui/page-held'
import { askMaintenance, knownMaintenance, type Maintenance } from '../maintenance-gate'
import { usePageText } from '../use-page-text'
import { useSupport } from '../use-support'

/** How often the page asks by itself. */
export const lookEveryMs = 30_000

/** How long the sentence that led here can be read, should it be over already. */
const readMs = 5_000

/**
 * MNT-02: asks again on demand, and by itself while the page is visible. After the maintenance it goes home,
 * else it shows the period. A player whose call was refused reads the sentence here.
 */
export default function MaintainPage() {
  const text = usePageText()
  const navigate = useNavigate()
  const support = useSupport()
  const said = (useLocation().state as { said?: string } | null)?.said ?? ''
  const [known, setKnown] = useState(knownMaintenance)
  const told = (now: Maintenance) => (now.status ? setKnown(now) : navigate(paths.home, { replace: true }))
  const ask = useMutation({ mutationFn: askMaintenance, onSuccess: told })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit of the page
  useEffect(() => {
    let gone = false
    const look = () => {
      if (document.hidden) return
      askMaintenance().then(
        (now) => gone || pageHeld() || told(now),
        (error) => quietly('maintenance', error),
      )
    }
    const first = known.status ? 0 : window.setTimeout(look, said ? readMs : 0)
    const timer = window.setInterval(look, lookEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      gone = true
      window.clearTimeout(first)
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  // A server under maintenance may not answer at all: this is no reason to leave.
  const silent = ask.error instanceof ApiError && (ask.error.unanswered || ask.error.status >= 500)
  const answer = ask.error
    ? silent
      ? text.maintainSilent
      : messageOf(ask.error)
    : ask.data
      ? text.maintainStill
      : said
  return (
    <div className="grid min-h-[calc(100dvh-6rem)] place-content-center justify-items-center px-6 py-10 text-center h5:min-h-[75dvh]">
      <StateArt state="maintenance" size={232} />
      <h1 className="pt-6 text-3xl font-semibold h5:text-xl">{text.maintainTitle}</h1>
      <p className="pt-2 text-lg text-soft h5:text-base">{text.maintainHint}</p>
      <Times known={known} />
      <div className="flex flex-wrap justify-center gap-3 pt-7">
        <Button busy={ask.isPending} className="min-w-32" onClick={() => ask.mutate()}>
          {text.maintainReload}
        </Button>
        <Button look="line" className="min-w-32" onClick={() => void support()}>
          {text.toSupport}
        </Button>
      </div>
      <p role="status" className="min-h-11 pt-4 text-sm text-gold-soft">
        {!ask.isPending && answer}
      </p>
      <p className="text-sm text-mute">{text.maintainLine}</p>
    </div>
  )
}

function Times({ known: { status, startTime, endTime } }: { known: Maintenance }) {
  const text = usePageText()
  if (!status || (!startTime && !endTime)) return null
  return (
    <div className="panel mt-6 px-6 py-4 h5:px-5">
      <dl className="tabular grid grid-cols-[auto_auto] gap-x-6 gap-y-1.5 text-left">
        {startTime && (
          <>
            <dt className="text-mute">{text.maintainFrom}</dt>
            <dd>{startTime}</dd>
          </>
        )}
        <dt className="text-mute">{text.maintainTo}</dt>
        <dd>{endTime || text.maintainOpen}</dd>
      </dl>
      <p className="pt-2 text-left text-xs text-mute">{text.maintainZone}</p>
    </div>
  )
}
