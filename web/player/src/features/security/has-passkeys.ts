/** Browsers know passkeys at secure addresses with a name; an address of numbers has none. */
export const hasPasskeys = () =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(window.location.hostname)
