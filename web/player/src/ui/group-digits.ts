/** A card or account number in groups of four; one that comes grouped already stays as it is. */
export const groupsOfFour = (number: string) => (/\s/.test(number) ? number : number.replace(/(.{4})(?=.)/g, '$1 '))
