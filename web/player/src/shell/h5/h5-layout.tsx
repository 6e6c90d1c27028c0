import { type ReactNode, useEffect, useState } from 'react'
import { Footer } from '../footer'
import { TabBar } from './tab-bar'
import { TopBar } from './top-bar'

export function H5Layout({
  children,
  title,
  footer = false,
}: {
  children: ReactNode
  title?: string
  footer?: boolean
}) {
  const typing = useTyping()
  return (
    <>
      <TopBar title={title} />
      <main id="main" className="min-h-[calc(100dvh-8rem)] pt-12">
        {children}
      </main>
      {footer && <Footer />}
      <div aria-hidden="true" className="h-[calc(4.5rem+env(safe-area-inset-bottom))]" />
      {!typing && <TabBar />}
    </>
  )
}

/** While a field has the focus the keyboard is open, and the tab bar would sit on top of it. */
function useTyping(): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    const look = () => setTyping(isField(document.activeElement))
    // The bar comes back only when the tap that left the field is over: had it come at once, it would lie between
    // the finger and the button it was about to press.
    const later = () => window.setTimeout(look, 300)
    const entered = () => (isField(document.activeElement) ? look() : later())
    document.addEventListener('focusin', entered)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', entered)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return typing
}

function isField(at: Element | null): boolean {
  return at instanceof HTMLInputElement
    ? at.type !== 'checkbox' && at.type !== 'date'
    : at instanceof HTMLTextAreaElement
}
