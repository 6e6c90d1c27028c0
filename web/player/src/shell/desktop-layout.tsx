import type { ReactNode } from 'react'
import { Footer } from './footer'
import { TopInfoBar } from './top-info-bar'
import { TopMenu } from './top-menu'
import { barShiftPx, useScrolled } from './use-scrolled'
import { useShellText } from './use-shell-text'

/**
 * Info bar and menu are 96 px together; the bars shift by the info bar's 28 px and the page below does not
 * move. The footer is below the first screen, so nothing jumps while a page is loading.
 */
export function DesktopLayout({ children }: { children: ReactNode }) {
  const text = useShellText()
  const scrolled = useScrolled()
  return (
    <>
      {/* A button, for the address after # is the route's. */}
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="btn btn-gold fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
      >
        {text.skip}
      </button>
      <div
        data-scrolled={scrolled || undefined}
        className="fixed inset-x-0 top-0 z-40 transition-transform duration-200"
        style={scrolled ? { transform: `translateY(${-barShiftPx}px)` } : undefined}
      >
        <TopInfoBar />
        <TopMenu />
      </div>
      <main id="main" tabIndex={-1} className="min-h-dvh pt-24 outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}
