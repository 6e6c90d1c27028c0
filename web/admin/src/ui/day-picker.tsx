import dayjs from 'dayjs'
import { DatePicker } from '../kit'

interface DayPickerProps {
  id?: string
  /** YYYY-MM-DD; '' and undefined are none. */
  value?: string
  onChange?: (day: string) => void
}

const format = 'YYYY-MM-DD'

/** DayPicker chooses a GMT+8 business day. It is a field of a form, whose value is the day as the API takes it. */
export function DayPicker({ id, value, onChange }: DayPickerProps) {
  return (
    <DatePicker
      id={id}
      className="wide"
      format={format}
      value={value ? dayjs(value) : null}
      onChange={(at) => onChange?.(at ? at.format(format) : '')}
    />
  )
}
