import { gmtDay } from '@shared/clock'
import { addDays, formatHours } from '@shared/days'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bonusText } from '../../ui/bonus-amount'
import { useSecondsLeft } from '../../ui/countdown'
import { Panel } from '../../ui/panel'
import { Empty, Load, SkeletonRows } from '../../ui/states'
import { fundAmountQuery, fundTasksQuery, type Task } from './fund-queries'
import { FundTask } from './fund-task'
import { useFundText } from './use-fund-text'
import { useReadAgain, useUnlock } from './use-unlock'

const ranks: Record<Task['state'], number> = { ready: 0, open: 1, unlocked: 2 }

/** The tasks that can be unlocked now, then the nearest ones, then those that are over. */
function nearestFirst(a: Task, b: Task): number {
  return ranks[a.state] - ranks[b.state] || a.targetFen - a.doneFen - (b.targetFen - b.doneFen)
}

/** A task that would unlock more than the fund holds: what is left is unlocked by nearer ones. */
const isFar = (task: Task, leftFen: number | undefined) =>
  task.state === 'open' && leftFen !== undefined && leftFen > 0 && task.amountFen > leftFen

/** The tasks of the running day, and until when what they granted can be unlocked. */
export function FundTasks() {
  const text = useFundText()
  const amount = useQuery(fundAmountQuery)
  const tasks = useQuery(fundTasksQuery)
  const unlock = useUnlock()
  const ready = tasks.data?.tasks.filter(({ state }) => state === 'ready') ?? []
  // Whether it was unlocked comes first: only the same try may be sent again, and another one would take its place.
  const openId = ready.find(({ id }) => id === unlock.unheardId)?.id ?? unlock.pendingId
  return (
    <Panel title={text.tasks} className="h-fit">
      <Expiry ready={ready.length > 0} />
      <Load
        query={tasks}
        skeleton={<SkeletonRows rows={5} height="h-20" />}
        empty={{
          when: (data) => data.tasks.length === 0,
          show: <Empty title={text.tasksEmpty} line={text.tasksEmptyLine} />,
        }}
      >
        {(data) => {
          const sorted = [...data.tasks].sort(nearestFirst)
          const far = sorted.filter((task) => isFar(task, amount.data))
          const shown = (task: Task) => (
            <FundTask
              key={task.id}
              task={task}
              far={far.includes(task)}
              leftFen={amount.data}
              busy={unlock.pendingId === task.id}
              disabled={openId !== undefined && openId !== task.id}
              done={unlock.done?.id === task.id ? unlock.done : undefined}
              unheard={unlock.unheardId === task.id}
              onUnlock={() => unlock.start(task)}
            />
          )
          return (
            <>
              <ul aria-label={text.tasks} className="divide-y divide-line">
                {sorted.filter((task) => !far.includes(task)).map(shown)}
              </ul>
              {far.length > 0 && (
                <section className="border-t border-line bg-deep/40">
                  <p className="px-5 pt-3 text-sm text-mute h5:px-4">{text.farOff(bonusText(amount.data ?? 0))}</p>
                  <ul aria-label={text.farTasks} className="divide-y divide-line/60">
                    {far.map(shown)}
                  </ul>
                </section>
              )}
            </>
          )
        }}
      </Load>
    </Panel>
  )
}

/** The end of the running day in GMT+8. */
const dayEndMs = () => Date.parse(`${addDays(gmtDay(), 1)}T00:00:00+08:00`)

/**
 * The C$ that expire with the day, and, if there are any, the time left. The next day brings its own tasks.
 */
function Expiry({ ready }: { ready: boolean }) {
  const text = useFundText()
  const readAgain = useReadAgain()
  const [endMs, setEndMs] = useState(dayEndMs)
  const seconds = useSecondsLeft(endMs)
  useEffect(() => {
    if (seconds > 0) return
    setEndMs(dayEndMs())
    readAgain()
  }, [seconds, readAgain])
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line bg-deep/60 px-5 py-3 text-sm text-soft h5:px-4">
      <p>{text.expiry}</p>
      {ready && (
        <p>
          {text.timeLeft}{' '}
          <span role="timer" className="tabular text-base font-semibold text-gold">
            {formatHours(seconds)}
          </span>
        </p>
      )}
    </div>
  )
}
