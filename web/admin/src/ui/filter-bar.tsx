import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { ProFormDateRangePicker, QueryFilter } from '../kit'
import { text } from '../text/zh-cn'
import { daysBack } from './time'

interface FilterBarProps {
  filters: Record<string, string>
  busy: boolean
  onChange: (filters: Record<string, string>) => void
  children: ReactNode
}

type Values = Record<string, string | undefined> & { days?: never }

/** FilterBar is the form above a table. Its inputs are named like the filters; `days` stands for from and to. */
export function FilterBar({ filters, busy, onChange, children }: FilterBarProps) {
  const { from, to, ...rest } = filters
  const initial = { ...rest, days: from && to ? [from, to] : undefined }
  const keep: Record<string, string> = filters.view ? { view: filters.view } : {}
  return (
    <div className="filter-bar">
      <QueryFilter<Values>
        // A new address (Back button, a link) fills the inputs anew.
        key={JSON.stringify(filters)}
        initialValues={initial}
        defaultCollapsed={false}
        collapseRender={false}
        autoFocusFirstInput={false}
        labelWidth="auto"
        span={{ xs: 24, sm: 12, md: 12, lg: 6, xl: 6, xxl: 6 }}
        submitter={{
          submitButtonProps: { loading: busy },
          searchConfig: { resetText: text.list.reset, submitText: text.list.search },
        }}
        onFinish={async (values) => onChange({ ...keep, ...fromForm(values) })}
        onReset={() => onChange(keep)}
      >
        {children}
      </QueryFilter>
    </div>
  )
}

/** fromForm drops what is empty and takes the day range apart. */
export function fromForm(values: Record<string, unknown>): Record<string, string> {
  const filters: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'days' && Array.isArray(value)) {
      const [from, to] = value as [unknown, unknown]
      filters.from = dayText(from)
      filters.to = dayText(to)
    } else if (typeof value === 'string' && value.trim() !== '') filters[name] = value.trim()
  }
  return filters
}

function dayText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 10)
  return (value as { format: (f: string) => string }).format('YYYY-MM-DD')
}

/** DaysFilter chooses a range of Beijing days, with the usual ranges a click away. */
export function DaysFilter({ label = text.list.days }: { label?: string }) {
  return <ProFormDateRangePicker name="days" label={label} fieldProps={{ presets: presets() }} />
}

function presets() {
  const range = (n: number): [dayjs.Dayjs, dayjs.Dayjs] => {
    const [from, to] = daysBack(n)
    return [dayjs(from), dayjs(to)]
  }
  return [
    { label: text.list.today, value: range(1) },
    { label: text.list.last7, value: range(7) },
    { label: text.list.last30, value: range(30) },
  ]
}
