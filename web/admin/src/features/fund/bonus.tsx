import { text } from '../../text/zh-cn'
import { Yuan } from '../../ui/money'

/** Bonus shows an amount of C$ where yuan stand beside it. */
export function Bonus(props: { value: string; signed?: boolean; strong?: boolean }) {
  return (
    <span className="yuan">
      <span className="muted small">{text.fund.unit}</span> <Yuan {...props} />
    </span>
  )
}
