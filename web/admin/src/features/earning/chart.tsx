import type { EarningDay } from '../../api/earning'
import { text } from '../../text/zh-cn'
import { formatYuan } from '../../ui/money'

const words = text.earning
const width = 720
const height = 160
const foot = 18

interface Props {
  days: readonly EarningDay[]
}

/** EarningChart draws GGR and NGR of each day as bars from a line of zero. The table below it has the same figures. */
export function EarningChart({ days }: Props) {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  const values = days.map(({ ggr, ngr }) => [Number(ggr), Number(ngr)] as const)
  const top = Math.max(0, ...values.flat())
  const bottom = Math.min(0, ...values.flat())
  const scale = (height - foot) / (top - bottom || 1)
  const zero = top * scale
  const step = width / days.length
  const bar = Math.max(1, Math.min(24, step * 0.36))
  const every = Math.ceil(days.length / 8)
  return (
    <figure className="earning-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.chart(first.day, last.day)}>
        <line x1={0} x2={width} y1={zero} y2={zero} className="chart-zero" />
        {days.map(({ day, ggr, ngr }, i) => {
          const middle = (i + 0.5) * step
          return (
            <g key={day}>
              <title>{words.chartDay(day, formatYuan(ggr), formatYuan(ngr))}</title>
              <rect x={i * step} y={0} width={step} height={height} fill="transparent" />
              <Bar
                x={middle - bar}
                width={bar}
                value={values[i]?.[0] ?? 0}
                zero={zero}
                scale={scale}
                name="chart-ggr"
              />
              <Bar x={middle} width={bar} value={values[i]?.[1] ?? 0} zero={zero} scale={scale} name="chart-ngr" />
              {i % every === 0 && (
                <text x={middle} y={height - 4} textAnchor="middle" className="chart-day">
                  {day.slice(5)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="muted small">
        <span className="chart-key chart-ggr" /> {words.ggr} <span className="chart-key chart-ngr" /> {words.ngr}
      </figcaption>
    </figure>
  )
}

interface BarProps {
  x: number
  width: number
  value: number
  zero: number
  scale: number
  name: string
}

function Bar({ x, width: wide, value, zero, scale, name }: BarProps) {
  const tall = Math.abs(value) * scale
  return <rect className={name} x={x} width={wide} y={value >= 0 ? zero - tall : zero} height={tall} />
}
