/** Opened from the home screen, without the browser's bars. */
export const standalone = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true

/** WeChat's own browser, where neither new tabs nor installing work. */
export const inWeChat = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

export const onIos = (): boolean =>
  /iPhone|iPad|iPod/i.test(navigator.userAgent) ||
  // iPads call themselves Macs, but no Mac has a touch screen.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
