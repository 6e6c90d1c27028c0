import type { Balance, VenueWallet } from '@shared/api/queries'
import { venueStatesQuery } from '@shared/api/venue-states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { LogoMark } from '../../ui/art/logo'
import { StateArt } from '../../ui/art/state-art'
import { Button } from '../../ui/button'
import { useBalanceText } from '../../ui/own-balance'
import { LaunchMoneyForm } from '../wallet/launch-money-form'
import { useRecycle } from '../wallet/use-recycle'
import { useWalletText } from '../wallet/use-wallet-text'
import { inOthers, useLaunch } from './use-launch'
import { useLauncherText } from './use-launcher-text'

/** Opens a game: a loading sign, then the game's own address (LNCH-02). */
export default function GotoPage() {
  const text = useLauncherText()
  const launch = useLaunch()
  const legal = launch.phase !== 'refused'
  const venues = useQuery({ ...venueStatesQuery, enabled: legal, refetchInterval: false })
  const venue = venues.data?.[launch.platformId]?.name ?? ''
  return (
    <main className="relative grid min-h-dvh place-content-center justify-items-center overflow-hidden p-6 text-center">
      <div
        aria-hidden="true"
        className="absolute top-1/2 left-1/2 size-[40rem] max-h-dvh max-w-[100vw] -translate-1/2 bg-radial from-gold/10 to-transparent to-70%"
      />
      <div className="relative grid justify-items-center gap-3">
        {launch.phase === 'loading' && (
          <Loading name={launch.name || venue} line={launch.name && launch.name !== venue ? venue : ''} />
        )}
        {launch.phase === 'asking' && <Asking name={venue} onEnter={launch.open} onHome={launch.goHome} />}
        {launch.phase === 'choosing' && launch.balance && (
          <Choosing balance={launch.balance} name={launch.name || venue} onChosen={launch.open} />
        )}
        {launch.phase === 'elsewhere' && launch.balance && (
          <Elsewhere
            venues={inOthers(launch.balance, launch.platformId)}
            name={launch.name || venue}
            onEnter={launch.open}
          />
        )}
        {launch.phase === 'pending' && <Pending onEnter={launch.enter} />}
        {launch.phase === 'refused' && (
          <Ended title={text.illegal} hint={text.illegalHint}>
            <Button look="line" onClick={launch.goHome}>
              {text.back}
            </Button>
          </Ended>
        )}
        {launch.phase === 'failed' && (
          <Ended title={launch.fault} hint={text.failedHint}>
            <Button look="line" onClick={launch.goHome}>
              {text.back}
            </Button>
            <Button onClick={launch.open}>{text.retry}</Button>
          </Ended>
        )}
      </div>
    </main>
  )
}

function Loading({ name, line }: { name: string; line: string }) {
  const text = useLauncherText()
  const slow = useSlow(8000)
  return (
    <>
      <div className="relative grid size-32 place-items-center">
        <span
          aria-hidden="true"
          className="absolute inset-0 animate-spin rounded-full border-2 border-gold/15 border-t-gold [animation-duration:1.2s]"
        />
        <LogoMark size={72} />
      </div>
      {/* The name comes a moment later: its lines are there from the start. */}
      <p className="mt-4 min-h-9 text-2xl font-semibold text-gold-soft">{name}</p>
      <p className="min-h-6 text-soft">{line}</p>
      <h1 role="status" className="text-base text-soft">
        {text.loading}
      </h1>
      <p className="min-h-6 text-sm text-mute">{slow && text.slow}</p>
    </>
  )
}

function useSlow(afterMs: number): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), afterMs)
    return () => window.clearTimeout(timer)
  }, [afterMs])
  return slow
}

/** A launch that no click of ours announced moves nothing until the player taps (trust CSP-8). */
function Asking({ name, onEnter, onHome }: { name: string; onEnter: () => void; onHome: () => void }) {
  const text = useLauncherText()
  return (
    <section className="panel grid w-[min(26rem,calc(100vw-2rem))] justify-items-center gap-3 px-7 py-9 h5:px-5">
      <LogoMark size={64} />
      <h1 className="pt-2 text-base text-soft">{text.ask}</h1>
      <p className="min-h-9 text-2xl font-semibold text-gold-soft">{name}</p>
      <p className="text-sm text-balance text-soft">{text.askLine}</p>
      <p className="text-sm text-balance text-mute">{text.askMoney}</p>
      <div className="grid w-full gap-3 pt-4">
        <Button className="min-h-12 text-base" onClick={onEnter}>
          {text.enter}
        </Button>
        <Button look="line" className="min-h-11" onClick={onHome}>
          {text.home}
        </Button>
      </div>
    </section>
  )
}

/** The first launch of a player with money asks what goes along, once (H-250). */
function Choosing({ balance, name, onChosen }: { balance: Balance; name: string; onChosen: () => void }) {
  const text = useLauncherText()
  const own = useWalletText().launch
  return (
    <section className="panel grid w-[min(28rem,calc(100vw-2rem))] gap-4 px-7 py-7 h5:px-4 h5:py-5">
      <header className="grid gap-1 text-left">
        <p className="text-sm text-gold-soft">{name}</p>
        <h1 className="text-xl font-semibold">{text.moneyTitle}</h1>
        <p className="text-sm text-soft">{text.moneyLine}</p>
      </header>
      <LaunchMoneyForm launch={balance.launch} centreFen={balance.centreFen} submit={own.enter} onSaved={onChosen} />
    </section>
  )
}

/** The player's money is in other venues: it comes back at a tap, and the launch brings it along as chosen (H-504). */
function Elsewhere({ venues, name, onEnter }: { venues: VenueWallet[]; name: string; onEnter: () => void }) {
  const text = useLauncherText()
  const money = useBalanceText()
  const recycle = useRecycle()
  return (
    <section className="panel grid w-[min(28rem,calc(100vw-2rem))] gap-4 px-7 py-7 h5:px-4 h5:py-5">
      <header className="grid gap-1 text-left">
        <p className="text-sm text-gold-soft">{name}</p>
        <h1 className="text-xl font-semibold">{text.elsewhere}</h1>
        <p className="text-sm text-soft">{text.elsewhereLine}</p>
      </header>
      <ul className="grid gap-2 rounded-lg border border-line bg-deep px-4 py-3">
        {venues.map(({ code, name, fen }) => (
          <li key={code} className="flex justify-between gap-4">
            <span>{name}</span>
            <span className="tabular font-semibold">¥{money(fen)}</span>
          </li>
        ))}
      </ul>
      <Button
        className="min-h-12 w-full text-base"
        busy={recycle.isPending}
        onClick={() => recycle.mutate(undefined, { onSuccess: onEnter })}
      >
        {text.fetch}
      </Button>
      <Button look="line" className="min-h-11 w-full" disabled={recycle.isPending} onClick={onEnter}>
        {text.enterWithout}
      </Button>
    </section>
  )
}

/** The venue has not said whether it has the money. The game is open all the same (H-251). */
function Pending({ onEnter }: { onEnter: () => void }) {
  const text = useLauncherText()
  return (
    <section className="panel grid w-[min(26rem,calc(100vw-2rem))] justify-items-center gap-3 px-7 py-9 h5:px-5">
      <LogoMark size={64} />
      <h1 role="status" className="pt-2 text-lg font-semibold text-gold-soft">
        {text.moneyPending}
      </h1>
      <p className="text-sm text-balance text-soft">{text.moneyPendingLine}</p>
      <Button className="mt-3 min-h-12 w-full text-base" onClick={onEnter}>
        {text.enter}
      </Button>
    </section>
  )
}

function Ended({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    // Low enough for the notice to lie above it.
    <div className="grid justify-items-center gap-3 pt-36 h5:pt-24">
      <StateArt state="error" />
      <h1 role="alert" className="max-w-md pt-2 text-lg font-semibold text-balance">
        {title}
      </h1>
      <p className="max-w-sm text-sm text-balance text-soft">{hint}</p>
      <div className="flex gap-3 pt-4">{children}</div>
    </div>
  )
}
