import type { Task } from './fund-queries'

const drawings: Record<Task['kind'], string> = {
  // A coin on its way into a slot.
  deposit:
    'M12 3a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9Zm0 2.800v3.400M3 15.500h5m8 0h5M3 15.500V21h18v-5.500M8 17.500h8',
  // A chip.
  bet: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4.800a4.200 4.200 0 1 1 0 8.400 4.200 4.200 0 0 1 0-8.400ZM12 3v3m0 12v3M3 12h3m12 0h3M5.600 5.600l2.200 2.200m8.400 8.400 2.200 2.200m0-12.800-2.200 2.200m-8.400 8.400-2.200 2.200',
}

/** A task's kind, as a drawing. */
export function TaskMark({ kind }: { kind: Task['kind'] }) {
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-gold/10 text-gold h5:size-11">
      <svg
        width="26"
        height="26"
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={drawings[kind]} />
      </svg>
    </span>
  )
}
