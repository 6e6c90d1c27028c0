import { paths } from '../../paths'
import { StateArt } from '../../ui/art/state-art'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import { usePageText } from '../use-page-text'
import { useSupport } from '../use-support'

/** Any address that no page has (NAV-02). */
export default function NotFoundPage() {
  const text = usePageText()
  const support = useSupport()
  return (
    <div className="grid min-h-[calc(100dvh-6rem)] place-content-center justify-items-center px-6 py-10 text-center h5:min-h-[75dvh]">
      <StateArt state="games" size={232} />
      <h1 className="pt-6 text-3xl font-semibold h5:text-xl">{text.notFoundTitle}</h1>
      <p className="pt-2 text-soft">{text.notFoundLine}</p>
      <div className="flex flex-wrap justify-center gap-3 pt-7">
        <Link to={paths.home} className="btn btn-gold min-w-32 h5:min-h-11">
          {text.toHome}
        </Link>
        <Button look="line" className="min-w-32" onClick={() => void support()}>
          {text.toSupport}
        </Button>
      </div>
    </div>
  )
}
