/** Loads the page anew. It stands alone so that a test can watch it. */
export const reloadPage = () => window.location.reload()
