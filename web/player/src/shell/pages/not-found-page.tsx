import { Link } from 'react-router'
import { paths } from '../../paths'
import { EmptyArt } from '../../ui/art/empty-art'
import { Button } from '../../ui/button'
import { usePageText } from '../use-page-text'
import { useSupport } from '../use-support'

export default function NotFoundPage() {
  const text = usePageText()
  const support = useSupport()
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <EmptyArt broken />
      <h1 className="text-2xl font-semibold">{text.notFoundTitle}</h1>
      <p className="text-soft">{text.notFoundLine}</p>
      <div className="flex gap-3 pt-2">
        <Link to={paths.home} className="btn btn-gold h5:min-h-11">
          {text.toHome}
        </Link>
        <Button look="line" onClick={() => void support()}>
          {text.toSupport}
        </Button>
      </div>
    </div>
  )
}
