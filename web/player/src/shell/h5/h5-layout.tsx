import type { ReactNode } from 'react'
import { Footer } from '../footer'
import { PullToRefresh } from './pull-to-refresh'
import { TabBar } from './tab-bar'
import { TopBar } from './top-bar'
import { useTyping } from './use-typing'

interface Props {
  children: ReactNode
  /** Without one the bar shows the site's name. */
  title?: string | undefined
}

/** The phone's page between its two bars, clear of notches and of the line a thumb swipes from. */
export function H5Layout({ children, title }: Props) {
  const typing = useTyping()
  return (
    <>
      <TopBar title={title} />
      <PullToRefresh />
      <main
        id="main"
        className="min-h-dvh pt-[calc(3rem+env(safe-area-inset-top))] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]"
      >
        {children}
      </main>
      <Footer />
      <div aria-hidden="true" className="h-[calc(5rem+env(safe-area-inset-bottom))] bg-deep" />
      {!typing && <TabBar />}
    </>
  )
}
