/** A card or account number in groups of four; of a masked one only its last four digits are known. */
export const groupsOfFour = (number: string) =>
  number.includes('*')
    ? `**** **** **** ${lastFour(number)}`
    : /\s/.test(number)
      ? number
      : number.replace(/(.{4})(?=.)/g, '$1 ')

/** The last four digits; the spaces between the groups of a 19-digit card are none of them. */
export const lastFour = (number: string) => number.replace(/\s/g, '').slice(-4)

/** The groups of an order's number: its letter with the day, then the rest. Other numbers are one group. */
export function groupsOfNumber(sn: string): string[] {
  const [, day, ...rest] = /^([A-Z]\d{6})([0-9A-Z]{4})([0-9A-Z]{4})([0-9A-Z]{3})$/.exec(sn) ?? []
  return day ? [day, ...rest] : [sn]
}
