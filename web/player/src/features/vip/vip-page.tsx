import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BonusAmount } from '../../ui/bonus-amount'
import { Empty, Failed, Skeleton } from '../../ui/states'
import { HelpLink } from '../help/help-link'
import { Awards } from './awards'
import { Emblem, EmblemSheet } from './emblem'
import { Programmes, ProgrammesSkeleton } from './programmes'
import { useFailureToast } from './use-failure-toast'
import { useVipText } from './use-vip-text'
import { earnedFen, type Vip, vipQuery } from './vip-queries'

/** /Vip (VIP-01): the player's levels, what they pay, how they came about, the tables, the rules and what was paid. */
export default function VipPage() {
  const text = useVipText()
  const vip = useQuery(vipQuery)
  useFailureToast(vip.error)
  const open = vip.data && !isClosed(vip.data) ? vip.data : undefined
  return (
    <div className="container-page pt-8 h5:px-4 h5:pt-4">
      <EmblemSheet />
      <Hero vip={vip.data} failed={vip.isError} />
      <div className="grid grid-cols-[minmax(0,1fr)_21rem] grid-rows-[auto_auto_1fr] items-start gap-6 pt-6 h5:grid-cols-1 h5:grid-rows-none h5:gap-4 h5:pt-4">
        {open ? (
          <Programmes vip={open} />
        ) : vip.data ? (
          <Whole>
            <Empty kind="maintenance" title={text.closed} line={text.closedLine} />
          </Whole>
        ) : vip.error ? (
          <Whole>
            <Failed message={vip.error.message} onRetry={() => void vip.refetch()} />
          </Whole>
        ) : (
          <ProgrammesSkeleton />
        )}
        <Awards className={vip.isPending || open ? 'min-w-0' : 'col-span-full'} />
      </div>
    </div>
  )
}

const isClosed = ({ tracks, monthly }: Vip) => tracks.length === 0 && !monthly

/** The highest of the tracks' levels is the player's everywhere (D-24). */
function Hero({ vip, failed }: { vip: Vip | undefined; failed: boolean }) {
  const text = useVipText()
  const programmes = vip && [...vip.tracks, ...(vip.monthly ? [vip.monthly] : [])]
  const highest = vip?.tracks.toSorted((a, b) => b.level - a.level)[0] ?? vip?.monthly
  const earned = programmes?.reduce((sum, programme) => sum + earnedFen(programme), 0)
  return (
    <header className="relative flex min-h-72 items-center overflow-hidden rounded-2xl border border-line bg-panel h5:min-h-0 h5:flex-col-reverse h5:items-stretch">
      <div className="relative z-10 w-1/2 py-8 pl-12 h5:w-full h5:px-4 h5:pt-1 h5:pb-5">
        <h1 className="text-3xl font-semibold text-gold-soft h5:hidden">{text.title}</h1>
        <p className="pt-1 text-balance text-soft h5:hidden">{text.lead}</p>
        <div className="flex items-center gap-4 pt-6 h5:pt-2">
          {highest ? (
            <Emblem level={highest.level} levels={highest.levels.length} className="size-20 h5:size-16" />
          ) : (
            <Emblem level={0} levels={1} className="size-20 h5:size-16" />
          )}
          <dl className="flex flex-wrap gap-x-12 h5:gap-x-8">
            <Figure label={text.myLevel} strong>
              {highest ? text.vip(highest.level) : vip || failed ? text.none : undefined}
            </Figure>
            <Figure label={text.earned}>
              {earned !== undefined && highest ? <BonusAmount fen={earned} /> : vip || failed ? text.none : undefined}
            </Figure>
          </dl>
        </div>
      </div>
      <HelpLink
        topic="vip"
        className="absolute top-3 right-3 z-10 rounded-full bg-panel/80 px-3 h5:right-auto h5:left-3"
      />
      <img
        src="/art/vip.svg"
        alt=""
        width={720}
        height={320}
        className="absolute inset-y-0 right-0 h-full w-auto max-w-none object-cover object-right h5:static h5:h-40 h5:w-full h5:object-[80%_50%]"
      />
    </header>
  )
}

function Figure({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd
        className={`tabular flex h-12 items-center font-semibold h5:h-10 ${
          strong ? 'text-4xl text-gold h5:text-3xl' : 'text-2xl h5:text-xl'
        }`}
      >
        {children ?? <Skeleton className="h-9 w-24" />}
      </dd>
    </div>
  )
}

/** Replaces everything but the records. */
const Whole = ({ children }: { children: ReactNode }) => <section className="panel col-span-full">{children}</section>
