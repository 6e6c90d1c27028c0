import type { ReactNode } from 'react'
import { type PayMark, payMarks } from './text/pay-mark.zh-cn'

/** The way a method or channel is paid, read from the name that staff gave it. */
export const payMarkOf = (name: string): PayMark | undefined => payMarks.find(([words]) => words.test(name))?.[1]

const scan = (inside: ReactNode) => (
  <>
    <path d="M4 10V6a2 2 0 0 1 2-2h4M22 4h4a2 2 0 0 1 2 2v4M28 22v4a2 2 0 0 1-2 2h-4M10 28H6a2 2 0 0 1-2-2v-4" />
    {inside}
  </>
)

/** Our own drawings in the colour that players know: no company's mark is copied. */
const marks: Record<PayMark | 'phone', { colour: string; drawing: ReactNode }> = {
  alipay: { colour: '#5aa9ff', drawing: scan(<path d="M10 12h12v9H10zM10 15.5h12M19 18.5h.5" />) },
  wechat: {
    colour: '#4fcf7d',
    drawing: scan(<path d="M9 16h14M11 12v2M16 11v3M21 12v2M11 18v2M16 18v3M21 18v2" />),
  },
  qq: { colour: '#56c7e6', drawing: scan(<path d="M11 11h4v4h-4zM17 11h4v4h-4zM11 17h4v4h-4zM18 18h3v3" />) },
  unionpay: {
    colour: '#ff8a80',
    drawing: <path d="M4 8h24v16H4zM4 13h24M17 21c1.6-1.4 1.6-3.6 0-5M20 22c2.6-2.2 2.6-5.4 0-7.4M8 20h5" />,
  },
  ecny: {
    colour: '#ff8a80',
    drawing: (
      <>
        <circle cx="16" cy="16" r="12" />
        <path d="M11.5 9.5 16 15.5l4.5-6M16 15.5V23M11.5 16.5h9M11.5 19.8h9" />
      </>
    ),
  },
  usdt: {
    colour: '#4fd1b0',
    drawing: (
      <>
        <circle cx="16" cy="16" r="12.5" />
        <path d="M10.5 11.5h11M16 11.5v11M11 16.5c3 1.4 7 1.4 10 0" />
      </>
    ),
  },
  bank: { colour: 'var(--color-gold)', drawing: <path d="M4 13L16 5l12 8H4Zm3 3v8m6-8v8m6-8v8m6-8v8M4 27h24" /> },
  phone: {
    colour: 'var(--color-gold)',
    drawing: (
      <>
        <rect x="8" y="3" width="16" height="26" rx="3" />
        <path d="M14 25h4M12 12l4 4 4-4M16 16v5M13 18h6" />
      </>
    ),
  },
}

export function PayMarkPicture({ of, size = 32 }: { of: PayMark | 'phone'; size?: number }) {
  const { colour, drawing } = marks[of]
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="currentColor"
      fillOpacity="0.1"
      stroke="currentColor"
      strokeWidth={size < 28 ? 2 : 1.6}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      color={colour}
      className="shrink-0"
    >
      {drawing}
    </svg>
  )
}
