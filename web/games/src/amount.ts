/** A decimal amount such as 12345.60 with groups of three. */
export const grouped = (amount: string) => amount.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
