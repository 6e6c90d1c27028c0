import { gmtTime } from '@shared/clock'
import dayjs from 'dayjs'
import { DatePicker } from '../kit'
import { text } from '../text/zh-cn'

interface GmtPickerProps {
  id?: string
  value?: number | null
  onChange?: (ms: number | null) => void
  /** What it means to choose none. */
  none?: string
  /** Whole days: the instant is the beginning of the GMT+8 day. */
  day?: boolean
}

/** GmtPicker chooses an instant by the clock of GMT+8, whatever zone this device is in. */
export function GmtPicker({ id, value, onChange, none = text.content.openEnd, day = false }: GmtPickerProps) {
  const format = day ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'
  return (
    <DatePicker
      id={id}
      className="wide"
      format={format}
      showTime={day ? false : { format: 'HH:mm' }}
      placeholder={none}
      value={value == null ? null : dayjs(gmtTime(value))}
      onChange={(at) => onChange?.(at ? gmtInstant(at.format(format)) : null)}
    />
  )
}

/** gmtInstant is the instant of a GMT+8 time written YYYY-MM-DD HH:mm, or of the beginning of a day. */
export function gmtInstant(written: string): number {
  const [day, clock = '00:00'] = written.split(' ')
  return Date.parse(`${day}T${clock}:00+08:00`)
}
