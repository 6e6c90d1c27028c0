/** The longest wait for a moment without work, in milliseconds. */
const patience = 500

/** Runs an act when the browser has a moment. Safari cannot say when, so there it runs a little later. Returns how to stop it. */
export function whenFree(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const free = window.requestIdleCallback(act, { timeout: patience })
    return () => window.cancelIdleCallback(free)
  }
  const soon = setTimeout(act, 50)
  return () => clearTimeout(soon)
}
