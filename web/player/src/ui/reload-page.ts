/** Loads the page anew. It is a module of its own, so that a test can watch it. */
export const reloadPage = () => window.location.reload()
