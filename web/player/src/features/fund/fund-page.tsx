import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useState } from 'react'
import { BonusAmount } from '../../ui/bonus-amount'
import { Button } from '../../ui/button'
import { Optional } from '../../ui/optional'
import { Skeleton } from '../../ui/states'
import { HelpLink } from '../help/help-link'
import type { Face } from './fund-dialog'
import { fundAmountQuery, fundTasksQuery } from './fund-queries'
import { FundTasks } from './fund-tasks'
import { useFailureToast } from './use-failure-toast'
import { useFundText } from './use-fund-text'

const FundDialog = lazy(() => import('./fund-dialog'))

/** /ConcessionaryFund (FUND-01): what is in the fund, what today's tasks unlock of it, the rules and the records. */
export default function FundPage() {
  const text = useFundText()
  const [face, setFace] = useState<Face | null>(null)
  return (
    <div className="container-page pt-8 h5:px-4 h5:pt-4">
      <Hero>
        <Button look="line" onClick={() => setFace('rules')}>
          {text.learnRules}
        </Button>
        <Button look="line" onClick={() => setFace('records')}>
          {text.viewRecords}
        </Button>
      </Hero>
      <div className="grid grid-cols-[minmax(0,1fr)_21rem] gap-6 pt-6 h5:grid-cols-1 h5:gap-4 h5:pt-4">
        <FundTasks />
        <Ideas />
      </div>
      {face && (
        <Optional>
          <FundDialog face={face} onClose={() => setFace(null)} />
        </Optional>
      )}
    </div>
  )
}

/** The two figures, and the buttons below them. */
function Hero({ children }: { children: ReactNode }) {
  const text = useFundText()
  const amount = useQuery(fundAmountQuery)
  const tasks = useQuery(fundTasksQuery)
  useFailureToast(amount.error)
  useFailureToast(tasks.error)
  return (
    <header className="relative flex min-h-80 items-center overflow-hidden rounded-2xl border border-line bg-panel h5:min-h-0 h5:flex-col-reverse h5:items-stretch">
      <div className="relative z-10 w-1/2 py-8 pl-12 h5:w-full h5:px-4 h5:pt-1 h5:pb-5">
        <h1 className="text-3xl font-semibold text-gold-soft h5:hidden">{text.title}</h1>
        <p className="max-w-lg pt-1 text-soft h5:hidden">{text.lead}</p>
        <div className="flex flex-wrap gap-x-12 gap-y-3 pt-6 h5:gap-x-8 h5:pt-3">
          <Figure label={text.balance} fen={amount.data} failed={amount.isError} strong />
          <Figure label={text.unlockedToday} fen={tasks.data?.unlockedFen} failed={tasks.isError} />
        </div>
        {amount.error && amount.data === undefined && (
          <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-loss">
            {amount.error.message}
            <Button look="plain" size="small" onClick={() => void amount.refetch()}>
              {text.retry}
            </Button>
          </p>
        )}
        <div className="flex gap-3 pt-6 h5:grid h5:grid-cols-2 h5:pt-4">{children}</div>
      </div>
      <HelpLink
        topic="fund"
        className="absolute top-3 right-3 z-10 rounded-full bg-panel/80 px-3 h5:right-auto h5:left-3"
      />
      <img
        src="/art/fund.svg"
        alt=""
        width={720}
        height={320}
        className="absolute inset-y-0 right-0 h-full w-auto max-w-none object-cover object-right h5:static h5:h-40 h5:w-full h5:object-[80%_50%]"
      />
    </header>
  )
}

interface FigureProps {
  label: string
  fen: number | undefined
  failed: boolean
  strong?: boolean
}

function Figure({ label, fen, failed, strong = false }: FigureProps) {
  return (
    <dl>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="flex h-12 items-center">
        {fen !== undefined ? (
          <BonusAmount
            fen={fen}
            className={`font-semibold ${strong ? 'text-4xl text-gold h5:text-3xl' : 'text-2xl h5:text-xl'}`}
          />
        ) : failed ? (
          '--'
        ) : (
          <Skeleton className="h-9 w-32" />
        )}
      </dd>
    </dl>
  )
}

function Ideas() {
  const text = useFundText()
  return (
    <section className="panel h-fit p-5 h5:p-4">
      <h2 className="font-semibold">{text.ideas}</h2>
      <ol className="space-y-5 pt-4 h5:space-y-4">
        {text.points.map((point, at) => (
          <li key={point.title} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="tabular grid size-8 shrink-0 place-items-center rounded-full border border-gold/50 text-sm font-semibold text-gold"
            >
              {at + 1}
            </span>
            <div>
              <h3 className="font-semibold">{point.title}</h3>
              <p className="pt-0.5 text-sm leading-6 text-soft">{point.line}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
