/** The drawings of the two bars: every first visit loads these, and account-icon.tsx the others. */
export const barDrawings = {
  home: 'M4 11l8-7 8 7v9h-6v-6h-4v6H4v-9Z',
  gift: 'M4 10h16v10H4V10Zm-1-4h18v4H3V6Zm9 0v14M12 6c-4 0-5-4-2.5-4S12 6 12 6Zm0 0c4 0 5-4 2.5-4S12 6 12 6Z',
  support: 'M4 13a8 8 0 0 1 16 0M4 13v4h3v-5H4.2M20 13v4h-3v-5h2.8M18 17c0 3-3 3.500-6 3.500',
  mine: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.500c0-4 3.600-6 8-6s8 2 8 6',
  deposit: 'M4 7v11a2 2 0 0 0 2 2h14V9H6a2 2 0 0 1 0-4h11v4M13 12v5m-2.500-2.500h5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15L6 17Zm4 4h4M12 5V3',
}

/** The phone's small drawings: one line, one weight. */
export function LineIcon({ name, size = 24 }: { name: keyof typeof barDrawings; size?: number }) {
  return <LineDrawing path={barDrawings[name]} size={size} />
}

export function LineDrawing({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={path} />
    </svg>
  )
}
