import { formatShortFen } from '@shared/money'
import { useRef } from 'react'
import { Chevron } from '../../ui/icons/chevron'
import { Panel } from '../../ui/panel'
import { siteForm } from '../../ui/site-form'
import { Emblem } from './emblem'
import { shortYuan } from './short-yuan'
import type { Plan } from './use-view'
import { useVipText } from './use-vip-text'
import type { LevelRow, Programme } from './vip-queries'

/** How many rows stand there before more are asked for (VIP-01). */
const shownRows = 5

/** Five rows from the player's level on: where one is, and what comes next. Near the end they are the last five. */
export function rowsFrom(levels: LevelRow[], level: number): LevelRow[] {
  const at = levels.findIndex((row) => row.level === level)
  const first = Math.max(0, Math.min(at, levels.length - shownRows))
  return levels.slice(first, first + shownRows)
}

interface Props {
  plan: Plan
  programme: Programme
  open: boolean
  onToggle: (open: boolean) => void
}

/** The requirement and pay of each level: five rows, and all of them on request (VIP-01). */
export function LevelTable({ plan, programme, open, onToggle }: Props) {
  const text = useVipText()
  const top = useRef<HTMLDivElement>(null)
  const { level, levels } = programme
  const rows = open ? levels : rowsFrom(levels, level)
  // A phone has no room for a number of ten digits.
  const bet = (fen: number) => (siteForm() === 'h5' ? shortYuan(fen, text.large) : formatShortFen(fen))
  const { column } = text
  const toggle = () => {
    // The button leaves with the rows above it: the table comes back into view.
    if (open) top.current?.scrollIntoView({ block: 'start' })
    onToggle(!open)
  }
  return (
    <div ref={top} className="scroll-mt-28 h5:scroll-mt-16">
      <Panel title={text.table} aside={<span className="text-sm text-mute h5:text-xs">{text.units}</span>}>
        <div className="overflow-x-auto">
          <table aria-label={text.table} className="tabular w-full border-collapse text-sm h5:text-xs">
            <thead>
              <tr className="bg-raised text-soft">
                <th scope="col" className={`${head} pl-5 text-left h5:pl-3`}>
                  {column.level}
                </th>
                {[column.bet, column.bonus, column.income[plan], column.sum].map((title) => (
                  <th key={title} scope="col" className={`${head} text-right last:pr-5 h5:last:pr-3`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.level}
                  aria-current={row.level === level ? 'true' : undefined}
                  className={`border-t border-line ${row.level === level ? 'bg-gold/10' : 'hover:bg-raised/50'}`}
                >
                  <th scope="row" className="py-1.5 pl-5 text-left font-semibold h5:pl-3">
                    <span className="flex items-center gap-2 h5:gap-1">
                      <Emblem level={row.level} levels={levels.length} className="size-10 h5:-ml-1 h5:size-8" />
                      <span className={row.level <= level ? 'text-gold' : ''}>{text.vip(row.level)}</span>
                      {row.level === level && (
                        <span className="rounded bg-gold/15 px-1.5 text-xs leading-5 font-medium text-gold-soft h5:hidden">
                          {text.here}
                        </span>
                      )}
                    </span>
                  </th>
                  <td className={cell}>{bet(row.betFen)}</td>
                  <td className={`${cell} text-gold-soft`}>{formatShortFen(row.bonusFen)}</td>
                  <td className={cell}>{formatShortFen(row.incomeFen)}</td>
                  <td className={cell}>{formatShortFen(row.sumFen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {levels.length > shownRows && (
          <button
            type="button"
            aria-expanded={open}
            onClick={toggle}
            className="flex min-h-12 w-full items-center justify-center gap-1.5 border-t border-line text-sm text-gold hover:bg-raised/50"
          >
            {open ? text.showLess : text.showAll(levels.length)}
            <Chevron up={open} />
          </button>
        )}
      </Panel>
    </div>
  )
}

const head = 'px-3 py-2.5 font-medium whitespace-nowrap h5:px-1.5'
const cell = 'px-3 text-right whitespace-nowrap last:pr-5 h5:px-1.5 h5:last:pr-3'
