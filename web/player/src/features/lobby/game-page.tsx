import { ApiError } from '@shared/api/api-error'
import { useVenueStates } from '@shared/api/venue-states'
import { groundOf } from '@shared/art/cover-ground'
import { formatShortFen } from '@shared/money'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { launchHref, paths } from '../../paths'
import { Link } from '../../ui/link'
import { siteForm } from '../../ui/site-form'
import { Empty, Failed, Skeleton } from '../../ui/states'
import { StateChip } from '../venue/state-chip'
import { useLoginFirst } from '../venue/use-login-first'
import { CoverPicture, Covers, useMarked } from './cover'
import { CoverMark } from './cover-mark'
import { coverState, type GameAbout, gameAboutQuery, gamePath, launchOf } from './lobby-queries'
import { useCoverName } from './use-cover-name'
import { useGamePageText } from './use-game-page-text'
import { useLobbyText } from './use-lobby-text'

/** One game: what it is, what it costs, what comes back, and how to play it, for money or for nothing. */
export default function GamePage() {
  const text = useGamePageText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...gameAboutQuery(Number(id)), retry: false })
  const missing = error instanceof ApiError && error.status === 400
  return (
    <div className="container-page space-y-8 pt-8 h5:space-y-6 h5:px-4 h5:pt-4">
      {data ? (
        <About about={data} />
      ) : missing ? (
        <Empty
          title={text.missing}
          line={text.missingLine}
          action={
            <Link to={paths.home} className="btn btn-line">
              {text.toHome}
            </Link>
          }
        />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </div>
  )
}

function About({ about }: { about: GameAbout }) {
  const text = useGamePageText()
  const lobby = useLobbyText()
  const { game } = about
  const name = useCoverName()(game)
  const venues = useVenueStates()
  const marked = useMarked()
  const loginFirst = useLoginFirst()(gamePath(game.id))
  const state = coverState(game, venues[game.platformId]?.state)
  const facts = factsOf(about, text, lobby.kind[game.kind])
  return (
    <>
      <section aria-labelledby="game" className="panel grid grid-cols-3 overflow-hidden h5:grid-cols-1">
        <div className="group relative aspect-4/3 overflow-hidden" style={{ background: groundOf(game.palette) }}>
          <CoverPicture cover={game} />
          {marked && <CoverMark cover={game} marked={marked.includes(game.id)} />}
        </div>
        <div className="col-span-2 flex flex-col justify-center px-8 py-6 h5:col-span-1 h5:p-4">
          {siteForm() === 'h5' ? (
            <h2 id="game" className="text-2xl font-semibold">
              {name}
            </h2>
          ) : (
            <h1 id="game" className="text-3xl font-semibold">
              {name}
            </h1>
          )}
          <p className="pt-1 text-soft">
            {about.venue} · {lobby.kind[game.kind]}
          </p>
          <dl className="grid grid-cols-3 gap-4 py-6 h5:grid-cols-2 h5:py-4">
            {facts.map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-sm text-mute">{name}</dt>
                <dd className="tabular pt-1 text-lg font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap items-center gap-3">
            {state === 'open' ? (
              <a
                href={launchHref(launchOf(game))}
                target="_blank"
                rel="noreferrer"
                data-launch-name={name}
                onClick={loginFirst}
                className="btn btn-gold btn-large"
              >
                {text.enter}
                <span className="sr-only">{text.newTab}</span>
              </a>
            ) : (
              <StateChip state={state} />
            )}
            {state === 'maintenance' && game.maintainEnd && (
              <p className="tabular text-sm text-soft">{text.until(game.maintainEnd)}</p>
            )}
            {about.funUrl && (
              <a href={about.funUrl} target="_blank" rel="noreferrer" className="btn btn-line btn-large">
                {text.fun}
                <span className="sr-only">{text.newTab}</span>
              </a>
            )}
          </div>
        </div>
      </section>
      <section aria-labelledby="rules" className="panel px-8 py-6 h5:p-4">
        <h2 id="rules" className="pb-2 text-lg font-semibold">
          {text.rules}
        </h2>
        {about.rules.length > 0 ? (
          <ul className="list-disc space-y-1 pl-5 leading-7 text-soft">
            {about.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        ) : (
          <p className="text-soft">{text.rulesNone}</p>
        )}
        {about.payback > 0 && <p className="pt-3 text-xs text-mute">{text.paybackLine}</p>}
      </section>
      {about.related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related" className="pb-3 text-lg font-semibold">
            {text.related}
          </h2>
          <Covers covers={about.related} />
        </section>
      )}
    </>
  )
}

/** 9618 is 96.18%. */
const percent = (hundredths: number) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`

/** The known facts of a game. Its venue, its kind and free play take the places of what its venue does not tell. */
function factsOf(about: GameAbout, text: ReturnType<typeof useGamePageText>, kind: string): [string, string][] {
  const told: [string, string][] = [
    [text.payback, about.payback > 0 ? percent(about.payback) : ''],
    [text.volatility, text.volatilityOf[about.volatility] ?? ''],
    [text.stakes, about.maxFen > 0 ? text.stakeRange(formatShortFen(about.minFen), formatShortFen(about.maxFen)) : ''],
  ]
  const known = told.filter(([, value]) => value !== '')
  const others: [string, string][] = [
    [text.venue, about.venue],
    [text.kind, kind],
  ]
  if (about.funUrl) others.push([text.fun, text.funThere])
  return [...known, ...others].slice(0, told.length)
}
