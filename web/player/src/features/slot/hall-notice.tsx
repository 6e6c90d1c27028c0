/** One calm line above the games: why they cannot be entered now, and what can be done meanwhile. */
export function HallNotice({ children }: { children: string }) {
  return (
    <p
      role="note"
      className="flex items-start gap-2.5 rounded-lg border border-gold/25 bg-gold/7 px-4 py-2.5 text-sm text-soft h5:px-3"
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.800"
        strokeLinecap="round"
        aria-hidden="true"
        className="mt-0.5 shrink-0 text-gold"
      >
        <circle cx="10" cy="10" r="7.500" />
        <path d="M10 5.800V10l2.800 1.800" />
      </svg>
      {children}
    </p>
  )
}
