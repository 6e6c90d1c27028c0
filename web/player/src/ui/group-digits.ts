/** A card or account number in groups of four; of a masked one only its last four digits are known. */
export const groupsOfFour = (number: string) =>
  number.includes('*')
    ? `**** **** **** ${lastFour(number)}`
    : /\s/.test(number)
      ? number
      : number.replace(/(.{4})(?=.)/g, '$1 ')

/** The last four digits; the spaces between the groups of a 19-digit card are none of them. */
export const lastFour = (number: string) => number.replace(/\s/g, '').slice(-4)

/** An order's number has four groups, one of a transfer, a bonus or a movement of the books its time and a mark. */
const shapes = [/^([A-Z]\d{6})([0-9A-Z]{4})([0-9A-Z]{4})([0-9A-Z]{3})$/, /^([A-Z]\d{6})(\d{6})([0-9A-Z]{6})$/]

/** The groups of a number that is read aloud: its letter with the day, then the rest. Other numbers are one group. */
export function groupsOfNumber(sn: string): string[] {
  for (const shape of shapes) {
    const [, ...groups] = shape.exec(sn) ?? []
    if (groups.length > 0) return groups
  }
  return [sn]
}
