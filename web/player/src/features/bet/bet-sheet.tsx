import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { askPath } from '../../ask-paths'
import { paths } from '../../paths'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { Link } from '../../ui/link'
import { Money, WinLoss } from '../../ui/money'
import { OrderNumber } from '../../ui/order-number'
import { Load, SkeletonRows } from '../../ui/states'
import { type BetDetail, betDetailQuery, betNumber } from './bet-queries'
import { ReplayButton } from './replay-button'
import { RoundHands, RoundWords } from './round-words'
import { useBetText } from './use-bet-text'

interface Props {
  gameType: string
  order: string
  onClose: () => void
}

/** One bet: what was staked on what, how it went on, and what it counted for. */
export function BetSheet({ gameType, order, onClose }: Props) {
  const text = useBetText()
  const detail = useQuery(betDetailQuery(gameType, order))
  return (
    <Dialog title={text.detail.title} wide onClose={onClose}>
      <Load query={detail} skeleton={<SkeletonRows rows={6} />}>
        {(bet) => (
          <div className="space-y-5 text-sm">
            <BetNumber order={order} />
            <Facts bet={bet} gameType={gameType} order={order} />
            <Legs bet={bet} />
            <Steps bet={bet} />
            <Turnover bet={bet} />
            <p className="flex flex-wrap gap-x-6 border-t border-line pt-3">
              {bet.gameId > 0 && (
                <Link to={paths.game.replace(':id', String(bet.gameId))} className={way}>
                  {text.detail.again}
                </Link>
              )}
              <Link to={askPath('game', 'bet', `${gameType}:${order}`)} className={way}>
                {text.detail.ask}
              </Link>
            </p>
          </div>
        )}
      </Load>
    </Dialog>
  )
}

const way = 'inline-flex min-h-8 items-center text-gold hover:underline h5:min-h-11'

function BetNumber({ order }: { order: string }) {
  const text = useBetText()
  const number = betNumber(order)
  return (
    <div className="flex items-center justify-between gap-3 rounded-lg bg-deep py-2 pr-2 pl-4">
      <p className="min-w-0">
        <span className="block text-xs text-mute">{text.order}</span>
        <span className="tabular break-all">{number}</span>
      </p>
      <CopyButton value={number} label={text.order} />
    </div>
  )
}

function Facts({ bet, gameType, order }: { bet: BetDetail; gameType: string; order: string }) {
  const text = useBetText()
  const own = text.detail
  const odds = [bet.odds, bet.oddsType].filter(Boolean).join(' ')
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 h5:gap-x-4">
      {bet.game && <Fact title={text.game}>{bet.game}</Fact>}
      <Fact title={text.venue}>{bet.venue}</Fact>
      <Fact title={own.placed}>
        <span className="tabular">{bet.time}</span>
      </Fact>
      <Fact title={own.settled}>
        <span className="tabular">{bet.settled || own.notSettled}</span>
      </Fact>
      <Fact title={text.stake}>
        <Money fen={bet.stakeFen} />
      </Fact>
      <Fact title={text.winLoss}>
        <WinLoss fen={bet.winLossFen} />
      </Fact>
      <Fact title={text.valid}>
        <Money fen={bet.validFen} />
        <span className="block text-xs text-mute">{bet.rule}</span>
      </Fact>
      <Fact title={text.state}>{bet.status === 'cashout' ? own.cashout : text.status[bet.status]}</Fact>
      {odds && <Fact title={own.odds}>{odds}</Fact>}
      {bet.round && bet.round !== betNumber(order) && (
        <Fact title={own.round}>
          <span className="break-all">{bet.round}</span>
        </Fact>
      )}
      <RoundFacts bet={bet} />
      {bet.replay && (
        <Fact title={own.replay}>
          <ReplayButton gameType={gameType} order={order} />
        </Fact>
      )}
    </dl>
  )
}

/** The venue’s words about the round. A bet on a match has none, and its picks are shown by themselves. */
function RoundFacts({ bet }: { bet: BetDetail }) {
  const own = useBetText().detail
  return (
    <>
      {bet.table && <Fact title={own.table}>{bet.table}</Fact>}
      {bet.play && (
        <Fact title={own.play}>
          <RoundWords words={bet.play} />
        </Fact>
      )}
      {bet.outcome && (
        <Fact title={own.outcome} wide>
          <RoundHands words={bet.outcome} />
        </Fact>
      )}
    </>
  )
}

function Fact({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
      <dt className="text-xs text-mute">{title}</dt>
      <dd className="pt-0.5">{children}</dd>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="pb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** The picks. Most games have none; a parlay without them says that the venue does not tell. */
function Legs({ bet }: { bet: BetDetail }) {
  const own = useBetText().detail
  const legs = bet.legs.filter((leg) => leg.Event || leg.Pick || leg.Market || leg.League)
  if (legs.length === 0) {
    return bet.parlay ? (
      <Part title={own.parlayPlain}>
        <span className="text-mute">{own.missing}</span>
      </Part>
    ) : null
  }
  return (
    <Part title={bet.parlay ? own.parlay(legs.length) : own.legs}>
      <ol className="space-y-2">
        {legs.map((leg, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the picks of a bet never change their places
          <li key={place} className="rounded-lg bg-deep px-4 py-2.5">
            <p className="flex justify-between gap-4">
              <span className="font-semibold">{[leg.Market, leg.Pick].filter(Boolean).join(' · ')}</span>
              <span className="tabular shrink-0 text-gold">{leg.Odds && `@${leg.Odds} ${leg.OddsType}`.trim()}</span>
            </p>
            <p className="flex justify-between gap-4 text-xs text-soft">
              <span>{[leg.League, leg.Event].filter(Boolean).join(' · ')}</span>
              <span className="shrink-0">
                {[leg.Score && own.score(leg.Score), leg.Result].filter(Boolean).join(' · ')}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Steps({ bet }: { bet: BetDetail }) {
  const own = useBetText().detail
  return (
    <Part title={own.steps}>
      <ol className="border-l border-line pl-4">
        {bet.steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a bet never change their places
          <li key={place} className="relative flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span aria-hidden="true" className="absolute top-3 -left-5 size-2 rounded-full bg-gold" />
            <span>
              {own.step[step.state]}
              {step.state !== 'placed' && step.state !== 'void' && (
                <span className="pl-2">
                  <WinLoss fen={step.winLossFen} />
                </span>
              )}
            </span>
            <span className="tabular text-xs text-mute">{step.time}</span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Turnover({ bet }: { bet: BetDetail }) {
  const own = useBetText().detail
  return (
    <Part title={own.turnover}>
      {bet.turnover.length === 0 && <p className="text-soft">{own.turnoverNone}</p>}
      <ul className="space-y-1">
        {bet.turnover.map((part) => (
          <li key={`${part.source} ${part.order}`} className="flex justify-between gap-4">
            <span className="min-w-0">
              {part.source}{' '}
              <span className="tabular text-xs break-all text-mute">
                <OrderNumber sn={part.order} />
              </span>
            </span>
            <Money fen={part.fen} />
          </li>
        ))}
      </ul>
      {bet.uncounted && <p className="pt-1 text-xs text-mute">{bet.uncounted}</p>}
    </Part>
  )
}
