import { useSearchParams } from 'react-router'
import { EmptyArt } from '../../ui/art/empty-art'
import { useContentText } from './use-content-text'

/**
 * Shows a page of this site full-size (NAV-12, D-05). Other addresses are refused: the operator's list of hosts is
 * empty until it names some.
 */
export default function FramePage() {
  const text = useContentText()
  const [query] = useSearchParams()
  const address = ownAddress(query.get('x') ?? '')
  if (!address) {
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center text-soft">
        <EmptyArt broken />
        <p>{text.frameRefused}</p>
      </main>
    )
  }
  return <iframe title={text.frame} src={address} sandbox="allow-forms allow-scripts" className="h-dvh w-full" />
}

function ownAddress(x: string): string {
  try {
    const url = new URL(x, window.location.origin)
    return url.origin === window.location.origin && x !== '' ? url.href : ''
  } catch {
    return ''
  }
}
