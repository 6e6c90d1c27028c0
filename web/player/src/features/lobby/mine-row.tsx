import { useBalance } from '@shared/api/live-balance'
import { formatFen, formatShortFen } from '@shared/money'
import { useLogin } from '@shared/session'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { launchHref, paths } from '../../paths'
import { Link } from '../../ui/link'
import { useBalanceText } from '../../ui/own-balance'
import { siteForm } from '../../ui/site-form'
import { Skeleton } from '../../ui/states'
import { keepStepsOver, stepsOver } from './lobby-keys'
import { gamePath, type HomeMine, homeLobbyQuery, homeMineQuery, launchOf, type Step } from './lobby-queries'
import { useCoverName } from './use-cover-name'
import { useLobbyText } from './use-lobby-text'

/** A player's row: money, the last game, what can be claimed, the way to the next level, and the first four steps. */
export default function MineRow() {
  const text = useLobbyText()
  const { data, error, refetch } = useQuery(homeMineQuery)
  return (
    <section aria-label={text.mine} className="panel">
      {error && !data ? (
        <p role="alert" className="flex h-40 items-center justify-center gap-4 text-soft h5:h-80">
          {text.failed}
          <button type="button" onClick={() => void refetch()} className="btn btn-line">
            {text.retry}
          </button>
        </p>
      ) : (
        <div className="grid grid-cols-4 divide-x divide-line h5:grid-cols-2 h5:divide-x-0">
          <Money />
          <Last mine={data} />
          <Claims mine={data} />
          <Level mine={data} />
        </div>
      )}
      <Steps mine={data} />
    </section>
  )
}

/** Its height is the same with and without its content. */
function Cell({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex h-40 min-w-0 flex-col px-5 py-4 h5:px-4">
      <h2 className="text-sm text-soft">{title}</h2>
      <div className="min-w-0 flex-1 pt-1">{children}</div>
      <div className="flex items-center gap-2">{action}</div>
    </div>
  )
}

const Waiting = () => <Skeleton className="h-8 w-28" />
const big = 'truncate text-2xl font-semibold h5:text-xl'
const small = 'truncate text-xs text-mute'
const line = 'btn btn-line btn-small h5:min-h-11 h5:px-2'

function Money() {
  const text = useLobbyText()
  const balance = useBalanceText()
  const own = useBalance()
  const venues = own ? own.venues.reduce((sum, { fen }) => sum + fen, 0) : 0
  // In orders and transfers that are not finished.
  const underway = own ? own.sumFen - own.centreFen - venues : 0
  return (
    <Cell
      title={text.total}
      action={
        <>
          <Link to={paths.deposit} className="btn btn-gold btn-small h5:min-h-11 h5:px-2">
            {text.deposit}
          </Link>
          <Link to={paths.transfer} className={line}>
            {text.transfer}
          </Link>
        </>
      }
    >
      {own ? (
        <>
          <p className={`tabular text-gold ${big}`}>¥{balance(own.sumFen)}</p>
          <p className={`tabular ${small}`}>
            {siteForm() === 'h5'
              ? text.venuesPart(balance(venues))
              : text.parts(balance(own.centreFen), balance(venues))}
            {underway > 0 && ` · ${text.underway(balance(underway))}`}
          </p>
        </>
      ) : (
        // As in the bars: unread or on its way, and read again with them.
        <p className={`tabular text-gold ${big}`}>¥--</p>
      )}
    </Cell>
  )
}

function Last({ mine }: { mine: HomeMine | undefined }) {
  const text = useLobbyText()
  const lobby = useQuery(homeLobbyQuery).data
  const coverName = useCoverName()
  const game = mine?.recent[0]
  const name = game ? coverName(game) : ''
  const free = mine && !game && !mine.steps.Play ? lobby?.free[0] : undefined
  return (
    <Cell
      title={text.last}
      action={
        free ? (
          <>
            <a
              href={free.url}
              target="_blank"
              rel="noreferrer"
              aria-label={text.freeOf(free.cover.name)}
              className={line}
            >
              {text.free}
            </a>
            <Link to={gamePath(free.cover.id)} className={`${line} max-[26rem]:hidden`}>
              {text.details}
            </Link>
          </>
        ) : (
          game && (
            <>
              <a
                href={launchHref(launchOf(game))}
                target="_blank"
                rel="noreferrer"
                aria-label={text.enter(name)}
                data-launch-name={name}
                className={line}
              >
                {text.resume}
              </a>
              <Link to={gamePath(game.id)} className={`${line} max-[26rem]:hidden`}>
                {text.details}
              </Link>
            </>
          )
        )
      }
    >
      {game ? (
        <p className={big}>
          <Link to={gamePath(game.id)} className="hover:text-gold">
            {name}
          </Link>
        </p>
      ) : free ? (
        <p className="line-clamp-2 text-sm text-soft">{text.tryFree(free.cover.name)}</p>
      ) : mine ? (
        <p className="text-sm text-mute">{mine.steps.Play ? text.lastUnlisted : text.lastNone}</p>
      ) : (
        <Waiting />
      )}
    </Cell>
  )
}

function Claims({ mine }: { mine: HomeMine | undefined }) {
  const text = useLobbyText()
  const claims = mine?.claims ?? []
  const said = claims.map(({ kind, name, fen, draws }) => {
    if (kind === 'fund') return text.claimFund(formatFen(fen))
    return draws > 0 ? text.draws(name, draws) : fen > 0 ? text.claimSum(name, formatFen(fen)) : name
  })
  const offer = claims.length === 0 ? mine?.offers[0] : undefined
  const fundAlone = claims.length > 0 && claims.every(({ kind }) => kind === 'fund')
  return (
    <Cell
      title={text.claims}
      action={
        mine && (
          <Link
            to={offer ? `${paths.deposit}?activity=${offer.id}` : fundAlone ? paths.fund : paths.discount}
            className={claims.length > 0 || offer ? 'btn btn-gold btn-small h5:min-h-11 h5:px-2' : line}
          >
            {offer ? text.offerTake : claims.length > 0 ? text.claim : text.progress}
          </Link>
        )
      }
    >
      {claims.length > 0 ? (
        <>
          <p className={`tabular ${big}`}>{text.claimCount(claims.length)}</p>
          <p className={small} title={said.join('\n')}>
            {said[0]}
          </p>
        </>
      ) : offer && mine ? (
        <>
          <p className={`tabular text-gold ${big}`}>
            {offer.mostFen > 0
              ? text.offerMost(formatShortFen(offer.mostFen))
              : text.offerRate(String(offer.rate / 100))}
          </p>
          <p
            className={`tabular ${small}`}
            title={mine.offers.map(({ name, minFen }) => text.offerLine(name, formatShortFen(minFen))).join('\n')}
          >
            {text.offerLine(offer.name, formatShortFen(offer.minFen))}
          </p>
          {mine.offers.length > 1 && <p className={`${small} h5:hidden`}>{text.offerMore(mine.offers.length - 1)}</p>}
        </>
      ) : mine ? (
        <p className="text-sm text-mute">{text.claimsNone}</p>
      ) : (
        <Waiting />
      )}
    </Cell>
  )
}

function Level({ mine }: { mine: HomeMine | undefined }) {
  const text = useLobbyText()
  const level = mine?.level
  const part = level && level.nextFen > 0 ? Math.min(100, (level.validFen * 100) / level.nextFen) : 100
  return (
    <Cell
      title={text.vip}
      action={
        <Link to={paths.vip} className={line}>
          {text.levels}
        </Link>
      }
    >
      {level?.track ? (
        <>
          <p className="truncate font-semibold">{text.level(level.track, level.level)}</p>
          <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-raised">
            <div className="h-full bg-gold" style={{ width: `${part}%` }} />
          </div>
          <p
            className={`tabular ${small}`}
            title={level.nextFen > 0 ? text.bonus(formatFen(level.bonusFen)) : undefined}
          >
            {level.nextFen > 0
              ? text.toNext(formatShortFen(Math.max(0, level.nextFen - level.validFen)), level.level + 1)
              : text.highest}
          </p>
        </>
      ) : mine ? (
        <p className="text-sm text-mute">{text.vipNone}</p>
      ) : (
        <Waiting />
      )}
    </Cell>
  )
}

const stepsOf: [Step, string][] = [
  ['Name', paths.profile],
  ['Deposit', paths.deposit],
  ['Play', paths.slots],
  ['Card', paths.bindCard],
]

/**
 * The first four steps. They end: this browser remembers that a player has done them, and from the next visit on their
 * line is not there. On this visit it stays, so that nothing moves.
 */
function Steps({ mine }: { mine: HomeMine | undefined }) {
  const text = useLobbyText()
  const { PlayerName } = useLogin()
  const [over] = useState(() => stepsOver(PlayerName))
  const done = mine !== undefined && stepsOf.every(([step]) => mine.steps[step])
  useEffect(() => {
    if (done) keepStepsOver(PlayerName)
  }, [done, PlayerName])
  if (over) return null
  const next = mine && stepsOf.find(([step]) => !mine.steps[step])
  const phone = siteForm() === 'h5'
  const nextStep = next && (
    <Link to={next[1]} className="btn btn-gold btn-small h5:min-h-11">
      {text.nextStep(text.step[next[0]])}
    </Link>
  )
  return (
    <div className="flex h-12 items-center gap-4 border-t border-line px-5 text-sm h5:h-40 h5:flex-wrap h5:content-center h5:gap-y-0 h5:px-4">
      <h2 className="flex shrink-0 items-center font-semibold text-gold-soft h5:min-h-11 h5:flex-1">
        {done ? text.stepsDone : text.steps}
      </h2>
      {phone && nextStep}
      {!done && (
        <ol className="flex flex-1 gap-6 h5:grid h5:w-full h5:flex-none h5:grid-cols-2 h5:gap-0">
          {stepsOf.map(([step, path]) => (
            <li key={step}>
              <Link
                to={path}
                className={`inline-flex min-h-8 items-center gap-2 h5:min-h-11 ${mine?.steps[step] ? 'text-mute' : step === next?.[0] ? 'font-semibold text-gold' : 'text-text hover:text-gold'}`}
              >
                <span aria-hidden="true" className={mine?.steps[step] ? 'text-win' : 'text-gold'}>
                  {mine?.steps[step] ? '✓' : '○'}
                </span>
                {text.step[step]}
                {mine?.steps[step] && <span className="sr-only">{text.done}</span>}
              </Link>
            </li>
          ))}
        </ol>
      )}
      {!phone && nextStep}
    </div>
  )
}
