/** A card or account number in groups of four; of a masked one only its last four digits are known. */
export const groupsOfFour = (number: string) =>
  number.includes('*')
    ? `**** **** **** ${lastFour(number)}`
    : /\s/.test(number)
      ? number
      : number.replace(/(.{4})(?=.)/g, '$1 ')

/** The last four digits; the spaces between the groups of a 19-digit card are none of them. */
export const lastFour = (number: string) => number.replace(/\s/g, '').slice(-4)
