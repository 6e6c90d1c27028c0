/**
 * Tells the height of a loaded frame's page, now and whenever it changes. The page is read from outside, so it needs no
 * script of its own. A page of another origin cannot be read: then tell is never called.
 */
export function followHeight(frame: HTMLIFrameElement, tell: (pixels: number) => void): () => void {
  const body = frame.contentDocument?.body
  if (!body?.firstElementChild) return () => {}
  const measure = () => tell(Math.ceil(body.getBoundingClientRect().height))
  // The width of the frame decides where the lines of its page break.
  const observer = new ResizeObserver(measure)
  observer.observe(frame)
  observer.observe(body)
  measure()
  return () => observer.disconnect()
}
