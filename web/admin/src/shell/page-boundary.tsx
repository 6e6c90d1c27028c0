import { Component, type ReactNode } from 'react'
import { Button, Result } from '../kit'
import { text } from '../text/zh-cn'

const reloadedKey = 'hongyun.admin.reloaded'

/**
 * PageBoundary keeps a page that fails from taking the frame down. A chunk that is gone after a deploy
 * reloads the site once; anything else shows what to do.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    const chunkGone = /dynamically imported module|module script/i.test(error.message)
    if (chunkGone && !sessionStorage.getItem(reloadedKey)) {
      sessionStorage.setItem(reloadedKey, '1')
      window.location.reload()
    }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Result
        status="error"
        title={text.error.page}
        extra={<Button onClick={() => window.location.reload()}>{text.error.reload}</Button>}
      />
    )
  }
}
