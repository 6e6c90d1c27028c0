import { Component, type ReactNode, Suspense } from 'react'

/**
 * Around what a page can be without: a dialog, a bar, the messages. Its code comes when it is wanted, and where that
 * fails, on a bad network or after a release, nothing stands there and the page goes on. The console says what failed.
 */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
