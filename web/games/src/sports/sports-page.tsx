import { useCallback, useMemo, useState } from 'react'
import { grouped } from '../amount'
import { BackLink } from '../back-link'
import { usePoll } from '../live/use-poll'
import { sounds } from '../slot/sound'
import { SoundSwitch } from '../sound-switch'
import type { Game } from '../wire'
import { sports } from './api'
import { BetSlip } from './bet-slip'
import { BetsDialog } from './bets-dialog'
import { Crest, SportIcon } from './crest'
import { MatchPage, stateText } from './match-page'
import { OddsButton, selectionName } from './odds-button'
import { byLeague, keyOf, legKey } from './slip'
import { marketsOf, text } from './text'
import { useSlip } from './use-slip'
import type { Match, OddsType, Offer, Tab } from './wire'
import './sports.css'

const everyMs = 2500
const tabs: Tab[] = ['live', 'today', 'early', 'results']
const forms: OddsType[] = ['HK', 'EU', 'MY']
/** The markets of a list, in the order of its columns. */
const columns = ['hdp', 'ou', '1x2'] as const
const stored = 'games.odds'

const readForm = (): OddsType => forms.find((one) => one === localStorage.getItem(stored)) ?? 'HK'

/** The book of sports and of e-sports: leagues, matches and the slip. The data decides which one it is. */
export function SportsPage({ back, guest, game }: { back: string; guest: boolean; game: Game }) {
  const [tab, setTab] = useState<Tab>('live')
  const [chosen, setChosen] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [odds, setOdds] = useState(readForm)
  const [showBets, setShowBets] = useState(false)
  const [slipOpen, setSlipOpen] = useState(false)
  const esports = game.kind === 'esport'
  const league = chosen ?? ''

  const ask = useCallback(() => sports.matches(tab, league), [tab, league])
  const { value, fault, refresh } = usePoll(ask, everyMs)
  const slip = useSlip(odds, value?.maxLegs ?? 10, refresh)
  const picked = useMemo(() => new Set(slip.legs.map(legKey)), [slip.legs])
  const names = useMemo(() => new Map((value?.leagues ?? []).map((one) => [one.code, one.name])), [value])

  // The page of one game of a venue begins with its league; the lobby's has all of them.
  const own = value?.leagues.filter((one) => one.game === game.code) ?? []
  if (chosen === null && own.length > 0 && own.length < (value?.leagues.length ?? 0)) setChosen(own[0]?.code ?? '')

  const pick = (match: Match, offer: Offer) => {
    sounds.stop(1)
    slip.pick({
      match: match.id,
      home: match.home,
      away: match.away,
      name: selectionName(match, offer, esports),
      market: offer.market,
      side: offer.side,
      line: offer.line,
      price: offer.price,
      score: match.score,
      offered: offer.price,
      offeredScore: match.score,
      suspended: offer.suspended,
      stake: slip.stake,
    })
  }

  return (
    <div className="sports">
      <header className="top">
        {back && (
          <BackLink className="quiet" to={back}>
            {text.back}
          </BackLink>
        )}
        <h1>
          {text.titles[esports ? 'esport' : 'sport']}
          <small>{guest ? text.forFun : text.playMoney}</small>
        </h1>
        <select
          aria-label={text.oddsForm}
          value={odds}
          onChange={(event) => {
            const form = forms.find((one) => one === event.target.value) ?? 'HK'
            localStorage.setItem(stored, form)
            setOdds(form)
          }}
        >
          {forms.map((one) => (
            <option key={one} value={one}>
              {text.odds[one]}
            </option>
          ))}
        </select>
        <SoundSwitch />
        <button type="button" className="quiet" onClick={() => setShowBets(true)}>
          {text.bets}
        </button>
        <p className="purse">
          {text.balance} <b data-testid="balance">{value ? grouped(value.balance) : '…'}</b>
        </p>
      </header>

      <nav className="leagues" aria-label={text.leagues}>
        <button type="button" aria-pressed={league === ''} onClick={() => setChosen('')}>
          {text.all}
        </button>
        {value?.leagues.map((one) => (
          <button key={one.code} type="button" aria-pressed={league === one.code} onClick={() => setChosen(one.code)}>
            <SportIcon sport={one.sport} />
            <span>{one.name}</span> <i>{one.matches}</i>
          </button>
        ))}
      </nav>

      <main>
        {opened ? (
          <MatchPage
            id={opened}
            odds={odds}
            esports={esports}
            picked={picked}
            onPick={pick}
            onLeave={() => setOpened(null)}
          />
        ) : (
          <>
            <fieldset className="tabs">
              <legend>{text.lists}</legend>
              {tabs.map((one) => (
                <button key={one} type="button" aria-pressed={tab === one} onClick={() => setTab(one)}>
                  {text.tabs[one]}
                </button>
              ))}
            </fieldset>
            {fault && <p role="alert">{fault.message}</p>}
            {!value && !fault && <p role="status">{text.loading}</p>}
            {value?.matches.length === 0 && <p className="soft">{text.none}</p>}
            {byLeague(value?.matches ?? []).map(([code, matches]) => (
              <section key={code} className="league">
                <header className="league-head">
                  <h2>{names.get(code)}</h2>
                  {tab !== 'results' &&
                    columns.map((market) => (
                      <span key={market} aria-hidden="true">
                        {marketsOf(esports)[market]}
                      </span>
                    ))}
                </header>
                <ul>
                  {matches.map((match) => (
                    <li key={match.id}>
                      <MatchRow
                        match={match}
                        odds={odds}
                        esports={esports}
                        picked={picked}
                        onPick={(offer) => pick(match, offer)}
                        onOpen={() => setOpened(match.id)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {value?.lively && <p className="soft heat-note">{text.simulatedNote}</p>}
          </>
        )}
      </main>

      <BetSlip
        slip={slip}
        odds={odds}
        limits={{ min: value?.min ?? '0', max: value?.max ?? '0' }}
        open={slipOpen}
        onToggle={() => setSlipOpen(!slipOpen)}
      />
      {showBets && (
        <BetsDialog
          onClose={() => {
            setShowBets(false)
            refresh()
          }}
        />
      )}
    </div>
  )
}

interface RowProps {
  match: Match
  odds: OddsType
  esports: boolean
  picked: ReadonlySet<string>
  onPick: (offer: Offer) => void
  onOpen: () => void
}

function MatchRow({ match, odds, esports, picked, onPick, onOpen }: RowProps) {
  const scored = match.state === 'live' || match.state === 'over'
  const lead = match.score.home - match.score.away
  return (
    <article className={`match-row ${match.offers.length === 0 ? 'no-odds' : ''}`}>
      <p className={`when ${match.state}`}>
        {stateText(match, esports)}
        {match.bets ? <small className="heat">{text.betsOn(match.bets)}</small> : null}
      </p>
      <div className="teams">
        <p className={match.state === 'over' && lead < 0 ? 'beaten' : ''}>
          <Crest name={match.home} /> {match.home} {scored && <b key={match.score.home}>{match.score.home}</b>}
        </p>
        <p className={match.state === 'over' && lead > 0 ? 'beaten' : ''}>
          <Crest name={match.away} /> {match.away} {scored && <b key={match.score.away}>{match.score.away}</b>}
        </p>
      </div>
      {columns.map((market) => (
        <div key={market} className={`cell-${market}`}>
          {match.offers.every((one) => one.market !== market) && (
            <span className="no-offer" aria-hidden="true">
              {text.noOffer}
            </span>
          )}
          {match.offers.length > 0 && (
            <span className="market-name" aria-hidden="true">
              {marketsOf(esports)[market]}
            </span>
          )}
          {match.offers
            .filter((one) => one.market === market)
            .map((offer) => (
              <OddsButton
                key={offer.side}
                match={match}
                offer={offer}
                odds={odds}
                esports={esports}
                short
                picked={picked.has(keyOf(match.id, offer))}
                onPick={() => onPick(offer)}
              />
            ))}
        </div>
      ))}
      <button
        type="button"
        className="quiet more"
        aria-label={text.allMarkets(`${match.home} ${text.against} ${match.away}`)}
        onClick={onOpen}
      >
        {text.more}
      </button>
    </article>
  )
}
