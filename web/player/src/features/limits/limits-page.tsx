import { api } from '@shared/api/player-client'
import type { Wire } from '@shared/api/wire'
import { gmtTime } from '@shared/clock'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths'
import { DataList } from '../../ui/data-list'
import { Link } from '../../ui/link'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { HelpLink } from '../help/help-link'
import { amountText, DepositLimits } from './deposit-limits'
import { type Change, limitsQuery, type Stop, useDecide } from './limits-queries'
import { Choice, ExcludeForm, ReturnButton, TimeOutForm } from './stop-forms'
import type { LimitsText } from './text/zh-cn'
import { useLimitsText } from './use-limits-text'

/** /Limits (RG-3 to RG-6): what a player decided about themself, and the forms to decide it. */
export default function LimitsPage() {
  const text = useLimitsText()
  const limits = useQuery(limitsQuery)
  return (
    <div className="space-y-5 h5:space-y-4">
      <header>
        <h1 className="text-2xl font-semibold text-gold-soft h5:hidden">{text.title}</h1>
        <HelpLink topic="limits" className="float-right" />
        <p className="max-w-3xl pt-1 leading-7 text-soft h5:text-sm">{text.lead}</p>
      </header>
      <Load
        query={limits}
        skeleton={
          <Panel title={text.title}>
            <SkeletonRows rows={6} height="h-20" />
          </Panel>
        }
      >
        {({ now, limits, stop, minutes, stops, changes }) => (
          <>
            <Standing stop={stop} now={now} />
            <DepositLimits limits={limits} now={now} />
            <div className="grid grid-cols-2 gap-5 h5:grid-cols-1 h5:gap-4">
              <TimeOutForm />
              <ExcludeForm />
            </div>
            <RealityForm minutes={minutes} />
            <History stops={stops} changes={changes} now={now} />
          </>
        )}
      </Load>
    </div>
  )
}

/** The present state of a stop, in one sentence. */
function stopLine(text: LimitsText, stop: Stop, now: number): string {
  if (stop.kind === 'timeout') return text.timedOut(text.china(gmtTime(stop.endsAt)))
  if (stop.endsAt) return text.excludedEnding(text.china(gmtTime(stop.endsAt)))
  if (now >= stop.until) return text.excludedOver
  return (stop.term === 'indefinite' ? text.excludedForever : text.excluded)(text.china(gmtTime(stop.until)))
}

function Standing({ stop, now }: { stop: Stop | null; now: number }) {
  const text = useLimitsText()
  return (
    <Panel title={text.standing}>
      <div className="space-y-3 p-5 h5:p-4">
        <p className={stop ? 'font-semibold text-gold-soft' : 'text-soft'}>
          {stop ? stopLine(text, stop, now) : text.free}
        </p>
        {stop && (
          <>
            <p className="text-sm leading-6 text-soft">{text.stillPossible}</p>
            <div className="flex flex-wrap gap-3">
              <Link to={paths.transfer} className="btn btn-line h5:min-h-11">
                {text.recycle}
              </Link>
              <Link to={paths.withdrawal} className="btn btn-line h5:min-h-11">
                {text.withdraw}
              </Link>
              {stop.kind === 'exclusion' && !stop.endsAt && now >= stop.until && <ReturnButton />}
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}

function RealityForm({ minutes }: { minutes: number }) {
  const text = useLimitsText()
  const send = useDecide((chosen: Minutes) => api.call('POST /v1/Do/RealityLimitAction', { minutes: chosen }))
  const shown = send.isPending ? send.variables : minutes
  return (
    <Panel title={text.reality}>
      <div className="p-5 h5:p-4">
        <p className="pb-4 text-sm leading-6 text-soft">{text.realityLine}</p>
        <div className="max-w-md">
          <Choice
            label={text.interval}
            names={text.minutes}
            choices={['0', '30', '60', '120']}
            chosen={String(shown)}
            onPick={(key) => send.mutate(Number(key) as Minutes)}
          />
        </div>
      </div>
    </Panel>
  )
}

type Minutes = 0 | 30 | 60 | 120

interface Entry {
  id: string
  at: number
  what: string
  state: string
}

function History({ stops, changes, now }: { stops: Stop[]; changes: Change[]; now: number }) {
  const text = useLimitsText()
  const rows = [
    ...stops.map((stop) => stopEntry(text, stop, now)),
    ...changes.map((change) => changeEntry(text, change, now)),
  ].sort((a, b) => b.at - a.at)
  return (
    <Panel title={text.history}>
      {rows.length === 0 ? (
        <Empty kind="records" title={text.historyEmpty} />
      ) : (
        <DataList
          label={text.history}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            { title: text.what, cell: (row) => row.what, heading: true },
            { title: text.time, cell: (row) => <span className="tabular">{gmtTime(row.at)}</span>, wide: true },
            { title: text.state, cell: (row) => row.state },
          ]}
        />
      )}
    </Panel>
  )
}

function stopEntry(text: LimitsText, stop: Stop, now: number): Entry {
  const term =
    stop.kind === 'timeout'
      ? text.daysTerm(stop.term.replace('d', ''))
      : text.terms[stop.term as Wire['ExcludeIn']['term']]
  const over = stop.endsAt !== 0 && now >= stop.endsAt
  return {
    id: `stop ${stop.since} ${stop.term}`,
    at: stop.since,
    what: text.stopText(stop.kind === 'timeout' ? text.timeOut : text.exclude, term),
    state: over ? text.states.ended : text.states.stands,
  }
}

function changeEntry(text: LimitsText, change: Change, now: number): Entry {
  const waits = !change.appliedAt && !change.cancelledAt && now <= change.lapsesAt
  return {
    id: `change ${change.period} ${change.askedAt} ${change.amountFen}`,
    at: change.askedAt,
    what: text.limitChange(
      text.periods[change.period],
      change.wasFen ? amountText(text, change.wasFen) : text.none,
      amountText(text, change.amountFen),
    ),
    state: change.appliedAt ? text.states.applied : waits ? text.states.waiting : text.states.cancelled,
  }
}
