import { Link } from 'react-router'
import { paths } from '../../paths'
import { type Category, CategoryIcon } from '../../ui/art/category-icon'
import { LogoMark } from '../../ui/art/logo'
import { usePageText } from '../use-page-text'

/** A page that is not open yet says so, with a way on. */
export default function SoonPage({ name, category }: { name: string; category?: Category }) {
  const text = usePageText()
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <div className="grid size-28 place-items-center rounded-full border border-gold/30 bg-radial from-gold/20 to-transparent">
        {category ? <CategoryIcon category={category} size={64} /> : <LogoMark size={60} />}
      </div>
      <h1 className="text-2xl font-semibold">{name}</h1>
      <p className="rounded-full border border-gold/50 px-4 py-0.5 text-sm text-gold">{text.soonTitle}</p>
      <p className="max-w-md text-soft">{text.soonLine(name)}</p>
      <div className="flex gap-3 pt-2">
        <Link to={paths.board01} className="btn btn-gold h5:min-h-11">
          {text.soonMeanwhile}
        </Link>
        <Link to={paths.home} className="btn btn-line h5:min-h-11">
          {text.toHome}
        </Link>
      </div>
    </div>
  )
}
