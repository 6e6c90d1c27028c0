const openKey = 'openDeposit'

/** The order whose dialog is open in this tab: a reload opens it again. */
export const openOrder = {
  get: () => sessionStorage.getItem(openKey) ?? '',
  set: (orderSn: string) => (orderSn ? sessionStorage.setItem(openKey, orderSn) : sessionStorage.removeItem(openKey)),
}

/**
 * The order that a gateway's page led back from: the gateway adds its answer to the address, before the `#`. Its words
 * prove nothing; the number alone is read, and the answer leaves the address with its signature.
 */
export function takeReturnedOrder(): string {
  const answer = new URLSearchParams(location.search)
  const orderSn = answer.get('out_trade_no') ?? answer.get('orderid') ?? ''
  if (!/^[A-Z0-9]{1,32}$/.test(orderSn)) return ''
  history.replaceState(history.state, '', `${location.pathname}${location.hash}`)
  return orderSn
}
