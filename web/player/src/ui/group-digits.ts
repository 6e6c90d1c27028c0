/** A card or account number in groups of four; of a masked one only its last four digits are known. */
export const groupsOfFour = (number: string) =>
  number.includes('*')
    ? `**** **** **** ${number.slice(-4)}`
    : /\s/.test(number)
      ? number
      : number.replace(/(.{4})(?=.)/g, '$1 ')
