import { Component, type ReactNode } from 'react'

interface Props {
  /** The content shown after an error below. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps what goes wrong below it from the page around it. The console says what it was. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: the only place where the fault is told
    console.error(error)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
