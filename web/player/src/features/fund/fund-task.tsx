import { formatShortFen } from '@shared/money'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../paths'
import { BonusAmount, bonusText } from '../../ui/bonus-amount'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import type { Task } from './fund-queries'
import { TaskMark } from './task-mark'
import type { FundText } from './text/zh-cn'
import { useFundText } from './use-fund-text'

interface Props {
  task: Task
  /** It grants more than the fund has left: it is shown smaller and paler than what is near. */
  far: boolean
  /** The C$ left in the fund; undefined if not known or not read. */
  leftFen: number | undefined
  busy: boolean
  /** Another task is being unlocked, or it is not known whether it was. */
  disabled: boolean
  /** The amount this task has just unlocked, and its grant. */
  done: { fen: number; ofFen: number } | undefined
  /** Its last try had no answer. */
  unheard: boolean
  onUnlock: () => void
}

/** One task of the day: how far it is, what it unlocks and what can be done (FUND-02). */
export function FundTask({ task, far, leftFen, busy, disabled, done, unheard, onUnlock }: Props) {
  const text = useFundText()
  return (
    <li className={`flex items-center gap-5 px-5 h5:gap-3 h5:px-4 ${far ? 'py-2.5' : 'py-5 h5:py-4'}`}>
      <TaskMark kind={task.kind} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className={far ? 'text-sm text-soft' : 'font-semibold'}>{task.name}</h3>
          <BonusAmount
            fen={task.amountFen}
            className={far ? 'text-sm text-soft' : 'text-lg font-semibold text-gold h5:text-base'}
          />
        </div>
        <Progress task={task} />
        <p role="status" className="text-sm leading-6 text-soft">
          {noteOf(task, { leftFen, done, unheard }, text)}{' '}
          {task.state === 'ready' && leftFen === 0 && (
            <Link to={paths.vip} className="inline-flex items-center text-gold hover:underline h5:min-h-11">
              {text.howEarned}
            </Link>
          )}
        </p>
      </div>
      <div className="flex w-26 shrink-0 justify-end h5:w-22">
        {task.state === 'open' && (
          <Link
            to={task.kind === 'deposit' ? paths.deposit : paths.home}
            aria-label={text.of(text.go, task.name)}
            className={`btn ${far ? 'text-soft hover:text-gold' : 'btn-line'} ${action}`}
          >
            {text.go}
          </Link>
        )}
        {task.state === 'ready' && (
          <Button
            busy={busy}
            disabled={disabled || leftFen === 0}
            aria-label={text.of(text.unlock, task.name)}
            className={action}
            onClick={onUnlock}
          >
            {text.unlock}
          </Button>
        )}
        {task.state === 'unlocked' && <Unlocked justNow={done !== undefined}>{text.isUnlocked}</Unlocked>}
      </div>
    </li>
  )
}

const action = 'w-full px-2 h5:min-h-11'

/** Further notes: the result of a try, and that less is left than the task grants (FUND-06). */
function noteOf(task: Task, known: Pick<Props, 'leftFen' | 'done' | 'unheard'>, text: FundText): string {
  const { leftFen, done, unheard } = known
  if (task.state === 'unlocked') {
    if (!done) return ''
    return done.fen < done.ofFen ? text.unlockedRest(bonusText(done.fen)) : text.unlockedNow(bonusText(done.fen))
  }
  if (task.state === 'open') return ''
  if (unheard) return text.unheardLine
  if (leftFen === undefined || leftFen >= task.amountFen) return ''
  return leftFen > 0 ? text.restOnly(bonusText(leftFen)) : text.nothingLeft
}

function Progress({ task }: { task: Task }) {
  const text = useFundText()
  const { doneFen, targetFen } = task
  const percent = targetFen > 0 ? Math.min(100, Math.floor((doneFen * 100) / targetFen)) : 100
  const figures = text.progress(formatShortFen(doneFen), formatShortFen(targetFen))
  return (
    <>
      <div
        role="progressbar"
        aria-label={text.progressOf(task.name)}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={figures}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-deep"
      >
        <div
          className={`h-full rounded-full ${percent === 100 ? 'bg-win' : 'bg-gold'}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="tabular flex flex-wrap justify-between gap-x-3 pt-1.5 text-xs text-mute">
        <span>{text.done[task.kind]}</span>
        <span>{figures}</span>
      </p>
    </>
  )
}

/** The button is gone once it has done its work: the focus stays in its place. */
function Unlocked({ justNow, children }: { justNow: boolean; children: ReactNode }) {
  const label = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (justNow && document.activeElement === document.body) label.current?.focus({ preventScroll: true })
  }, [justNow])
  return (
    <span
      ref={label}
      tabIndex={-1}
      className="inline-flex min-h-10 w-full items-center justify-center gap-1.5 rounded-lg bg-win/12 text-sm text-win outline-none"
    >
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="m3 8.500 3.500 3.500L13 4.500" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {children}
    </span>
  )
}
