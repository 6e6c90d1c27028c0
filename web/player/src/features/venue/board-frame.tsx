import type { ReactNode } from 'react'
import { ago } from '../lobby/ago'
import { useLobbyText } from '../lobby/use-lobby-text'
import { useFrontText } from './use-front-text'

interface Props {
  id: string
  title: string
  /** A remark on the board's contents. */
  line?: string
  /** The time of the newest bet behind the board. */
  newest: string
  children: ReactNode
}

/** A board of what a venue's bets tell, with its source and age: nothing on it is a live connection to the venue. */
export function BoardFrame({ id, title, line, newest, children }: Props) {
  const text = useFrontText()
  const lobby = useLobbyText()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 pb-4 h5:pb-3">
        <h2 id={id} className="flex items-center gap-2.5 text-2xl font-semibold h5:text-lg">
          <span aria-hidden="true" className="size-2 rounded-full bg-gold animate-pulse" />
          {title}
        </h2>
        <p className="text-sm text-mute h5:text-xs">
          {text.source(ago(newest, lobby))}
          {line && `；${line}`}
        </p>
      </div>
      {children}
    </section>
  )
}

/** The newest of some times of one form; '' of none. */
export const newestOf = (times: string[]): string => times.reduce((newest, time) => (time > newest ? time : newest), '')
