/** timeOutDays are the lengths of a time-out that the page offers, in days. */
export const timeOutDays = ['1', '3', '7', '14', '30', '42'] as const

export type TimeOutDays = (typeof timeOutDays)[number]
