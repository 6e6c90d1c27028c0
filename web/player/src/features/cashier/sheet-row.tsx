/** One line of what is to be confirmed. */
export function SheetRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 px-4 py-2">
      <dt className="shrink-0 text-sm text-mute">{label}</dt>
      <dd className="tabular min-w-0 text-right">{children}</dd>
    </div>
  )
}
