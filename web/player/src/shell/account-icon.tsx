import { barDrawings, LineDrawing } from './h5/line-icon'

const drawings = {
  ...barDrawings,
  withdrawal: 'M12 15V4M7.500 8.500 12 4l4.500 4.500M4 16v4h16v-4',
  transfer: 'M4 9h15l-4-4M20 15H5l4 4',
  cashLog: 'M6 3h12v18l-3-2-3 2-3-2-3 2V3Zm3.500 5h5m-5 4h5',
  betRecord: 'M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6',
  bankCard: 'M3 6h18v12H3V6Zm0 4h18M6.500 14.500H10',
  profile:
    'M4 4h16v16H4V4Zm8 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-4.500 5c.4-2 2.200-3 4.500-3s4.100 1 4.500 3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.500 10a2.500 2.500 0 1 1 3.500 2.300c-.7.400-1 .9-1 1.700m0 2.500v.1',
  lock: 'M6 11h12v9H6v-9Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2',
  ticket: 'M3 7h18v3.500a1.500 1.500 0 0 0 0 3V17H3v-3.500a1.500 1.500 0 0 0 0-3V7Zm11 0v10',
  phone: 'M7 3h10v18H7V3Zm3.500 15h3',
  crown: 'M4 18h16M4 15 3 7l5 4 4-6 4 6 5-4-1 8H4Z',
  fund: 'M12 21c5 0 8-2.500 8-6.500S16 6 14.500 6h-5C8 6 4 10.500 4 14.500S7 21 12 21ZM9.500 6 8 3h8l-1.500 3M12 10v7m-2-5.500h4m-4 4h4',
  invite:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6 9c0-3.500 2.500-5.500 6-5.500 1.500 0 2.800.4 3.800 1M18 13v7m-3.500-3.500h7',
  shield: 'M12 3 5 6v5c0 5 3 8.500 7 10 4-1.500 7-5 7-10V6l-7-3Zm-3 9 2 2 4-4',
  limits: 'M12 3 5 6v5c0 5 3 8.500 7 10 4-1.500 7-5 7-10V6l-7-3Zm0 5v4l2.500 2',
  addHome: 'M12 21H5V8l7-5 7 5v4M17 15v6m-3-3h6',
  agent:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm8 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.500 19c0-3 2.500-4.500 5.500-4.500S13.500 16 13.500 19M16 14.500c3 0 5.500 1.500 5.500 4.500',
  horn: 'M4 10v4h3l9 4.500V5.500L7 10H4Zm4 4 1 5h2.500l-1-4M19 9.500a3.500 3.500 0 0 1 0 5',
  computer: 'M3 5h18v11H3V5Zm6 15h6m-3-4v4',
}

export type AccountIconName = keyof typeof drawings

/** The drawings of a player's own pages, in the manner of the phone's bars. */
export function AccountIcon({ name, size }: { name: AccountIconName; size: number }) {
  return <LineDrawing path={drawings[name]} size={size} />
}
