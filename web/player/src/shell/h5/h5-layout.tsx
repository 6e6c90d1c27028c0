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
    const look = () => {
      const at = document.activeElement
      setTyping(
        at instanceof HTMLInputElement
          ? at.type !== 'checkbox' && at.type !== 'date'
          : at instanceof HTMLTextAreaElement,
      )
    }
    const later = () => window.setTimeout(look, 50)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return typing
}
