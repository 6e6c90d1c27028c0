const openKey = 'openDeposit'

/** The order whose dialog is open in this tab: a reload opens it again. */
export const openOrder = {
  get: () => sessionStorage.getItem(openKey) ?? '',
  set: (orderSn: string) => (orderSn ? sessionStorage.setItem(openKey, orderSn) : sessionStorage.removeItem(openKey)),
}
